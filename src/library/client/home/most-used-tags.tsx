/** The most used tags, as a way into the library. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { mostUsedOptions } from "#library/client/tags/most-used.queries.ts";
import { TAGS } from "#library/client/tags/tag-list.queries.ts";
import { tagPath } from "#prompts/tag-path.ts";
import { TextLink } from "#ui/button-link.tsx";
import { formatCount } from "#ui/numbers.ts";

export function MostUsedTags() {
  const { data = [] } = useQuery(mostUsedOptions());
  return (
    <section aria-labelledby="tags" className="measure mt-14 sm:mt-18">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="tags" className="text-3xl">
          Explore por tag
        </h2>
        <TextLink href={TAGS} className="-my-2.5 inline-block py-2.5 font-semibold">
          Ver todas as tags
        </TextLink>
      </div>
      <ul className="flex flex-wrap gap-2.5">
        {data.map(({ name, slug, prompts_count }) => (
          <li key={slug}>
            <Link href={tagPath(slug)} className="tag min-h-11 gap-x-2 text-base">
              <span className="font-semibold">{name}</span>
              <span className="text-sm text-muted">
                {formatCount(prompts_count)}
                <span className="sr-only">{prompts_count === 1 ? " prompt" : " prompts"}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
