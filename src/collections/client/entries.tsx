/** The entries of a collection: picture, title, note, start of the text; readable without scripts. */

import type { ReactNode } from "react";
import { Link } from "wouter";
import type { CollectionItem } from "#collections/contract.ts";
import { isolated } from "#language/isolated.ts";
import { Picture } from "#media/client/picture.tsx";
import { authorPath } from "#prompts/authors.ts";
import { contentPreview } from "#prompts/client/content-preview.ts";
import { CopyFromCard } from "#prompts/client/copy-from-card.tsx";
import { AskedQuestion } from "#prompts/client/detail/asked-question.tsx";
import { useLinkOrigin } from "#prompts/client/list-origin.ts";
import { ToolBadge } from "#prompts/client/tool-badge.tsx";
import { cx } from "#ui/cx.ts";

const sizes = "(min-width: 40rem) 14rem, 34vw";

export function Entries({ items }: { items: readonly CollectionItem[] }) {
  return (
    <ol className="border-t border-line">
      {items.map((item, index) => (
        <li key={item.prompt.id} className="border-b border-line last:border-0">
          <Entry item={item} place={index + 1} />
        </li>
      ))}
    </ol>
  );
}

interface Props {
  item: CollectionItem;
  /** From 1. */
  place: number;
  /** The owner's buttons. */
  tools?: ReactNode;
  className?: string | undefined;
}

export function Entry({ item: { prompt, note, is_cut }, place, tools, className }: Props) {
  const { id, title, content, image, llm_type, user, user_id } = prompt;
  const origin = useLinkOrigin();
  return (
    <article
      aria-label={`${place}. ${isolated(title)}`}
      className={cx("grid grid-cols-[34%_1fr] gap-x-4 py-5 sm:grid-cols-[14rem_1fr] sm:gap-x-6", className)}
    >
      <div className="relative aspect-4/3 self-start overflow-clip rounded-tile rounded-tr-corner border border-line bg-sunken">
        <Picture
          image={image}
          alt={image.alt ?? ""}
          seed={id}
          sizes={sizes}
          loading={place === 1 ? "first" : "lazy"}
          fit="cover"
        />
        <span
          aria-hidden="true"
          className="absolute bottom-0 left-0 min-w-8 rounded-tr-tile bg-card px-2 py-0.5 text-center text-sm font-semibold tabular-nums"
        >
          {place}
        </span>
      </div>
      <div className="flex min-w-0 flex-col">
        <div className="flex items-start justify-between gap-2">
          <h2 className="min-w-0 text-lg leading-snug wrap-anywhere sm:text-xl">
            <Link
              href={`/prompts/${id}`}
              state={origin}
              className="underline decoration-transparent decoration-2 underline-offset-4 transition-colors hover:decoration-accent"
            >
              {title}
            </Link>
          </h2>
          {!is_cut && (
            <div className="-mt-2 noscript:hidden print:hidden">
              <CopyFromCard prompt={prompt} />
            </div>
          )}
        </div>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <ToolBadge name={llm_type.name} />
          <Link
            href={authorPath(user_id)}
            className="inline-flex min-h-6 items-center rounded-tile underline decoration-transparent decoration-2 underline-offset-2 transition-colors hover:text-ink hover:decoration-accent"
          >
            por {user.username}
          </Link>
        </p>
        {note && (
          <p className="mt-3 border-l-3 border-accent pl-3 whitespace-pre-wrap wrap-anywhere">
            <span className="sr-only">Anotação: </span>
            {note}
          </p>
        )}
        <p className="mt-3 line-clamp-2 text-sm text-muted wrap-anywhere max-sm:hidden">
          {contentPreview(content)}
        </p>
        <AskedQuestion prompt={prompt} resumes className="mt-2 text-sm" />
      </div>
      {tools}
    </article>
  );
}
