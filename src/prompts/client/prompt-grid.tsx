/** A grid of prompts, and its placeholder. */
import type { ReactNode } from "react";
import type { PromptView } from "#prompts/contract.ts";
import { cx } from "#ui/cx.ts";
import { useLinkOrigin } from "./list-origin.ts";
import { PromptCard } from "./prompt-card.tsx";
import { PromptCardSkeleton } from "./prompt-card-skeleton.tsx";

/** Columns on wide screens. */
type Columns = 3 | 4;

const grid = (columns: Columns) =>
  cx(
    "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5 print:grid-cols-3",
    columns === 4 && "xl:grid-cols-4",
  );

interface Props {
  prompts: readonly PromptView[];
  columns: Columns;
  /** The grid is at the top of the page: its first picture has priority. */
  atTop?: boolean;
  /** All prompts are by the same author. */
  sameAuthor?: boolean | undefined;
  /** Content of the picture's corner. */
  corner?: ((prompt: PromptView) => ReactNode) | undefined;
}

export function PromptGrid({ prompts, columns, atTop, sameAuthor, corner }: Props) {
  const origin = useLinkOrigin();
  return (
    <ul className={grid(columns)}>
      {prompts.map((prompt, index) => (
        <li key={prompt.id}>
          <PromptCard
            prompt={prompt}
            origin={origin}
            loading={atTop && index === 0 ? "first" : "lazy"}
            sameAuthor={sameAuthor}
            corner={corner?.(prompt)}
          />
        </li>
      ))}
    </ul>
  );
}

/** @param count expected number of cards */
export function PromptGridSkeleton({ count, columns }: { count: number; columns: Columns }) {
  return (
    <div role="status" className={grid(columns)}>
      <span className="sr-only">Carregando prompts…</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <PromptCardSkeleton key={index} />
      ))}
    </div>
  );
}
