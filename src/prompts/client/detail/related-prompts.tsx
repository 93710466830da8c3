/** Other prompts with the same tags or for the same tool. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Picture } from "#media/client/picture.tsx";
import { RELATED_SIZE } from "#prompts/catalog.ts";
import { useLinkOrigin } from "#prompts/client/list-origin.ts";
import { relatedOptions } from "#prompts/client/prompts.queries.ts";
import type { PromptView } from "#prompts/contract.ts";
import { TextLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";

const sizes = "(min-width: 80rem) 18rem, (min-width: 64rem) 23vw, 46vw";

/**
 * Only pictures and titles: all actions of the page concern its own prompt. Renders nothing when there are no others or
 * loading fails.
 */
export function RelatedPrompts({ prompt: { id, llm_type, tags } }: { prompt: PromptView }) {
  const { data: others = [] } = useQuery(relatedOptions(id));
  const origin = useLinkOrigin();
  if (others.length === 0) return null;
  const share = others.some((other) => other.tags.some((tag) => tags.includes(tag)));
  // Their titles stand beside the pictures and fill the row.
  const areFew = others.length <= RELATED_SIZE / 2;
  return (
    <section aria-labelledby="mais" className="mt-16 border-t border-line pt-10 sm:mt-20 print:hidden">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="mais" className="text-2xl">
          {share ? "Prompts relacionados" : `Mais prompts para ${llm_type.name}`}
        </h2>
        <TextLink href={`/prompts?llm=${llm_type.id}`} className="-my-2.5 inline-block py-2.5 font-semibold">
          Ver todos para {llm_type.name}
        </TextLink>
      </div>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-4 lg:gap-x-5">
        {others.map((other) => (
          <li key={other.id} className={cx("min-w-0", areFew && "lg:col-span-2")}>
            <Link
              href={`/prompts/${other.id}`}
              state={origin}
              className={cx(
                "group block rounded-tile",
                areFew && "lg:grid lg:grid-cols-2 lg:items-center lg:gap-5 lg:text-lg",
              )}
            >
              <span className="relative block aspect-4/3 overflow-clip rounded-tile rounded-tr-corner-lg bg-sunken transition-[border-radius] group-hover:rounded-tr-corner-xl">
                <Picture image={other.image} alt="" seed={other.id} sizes={sizes} fit="cover" />
              </span>
              <span className="mt-3 line-clamp-2 font-heading leading-snug font-bold tracking-tight text-balance group-hover:underline group-hover:decoration-accent group-hover:decoration-2 group-hover:underline-offset-4">
                {other.title}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
