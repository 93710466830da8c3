/** Prompts side by side, and the same shape while they load. */
import type { ReactNode } from "react";
import type { PromptView } from "#prompts/contract.ts";
import { cx } from "#ui/cx.ts";
import { PromptCard } from "./prompt-card.tsx";
import { PromptCardSkeleton } from "./prompt-card-skeleton.tsx";

/** How many stand in a row on wide screens. */
type Columns = 3 | 4;

const grid = (columns: Columns) =>
  cx(
    "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5 print:grid-cols-3",
    columns === 4 && "xl:grid-cols-4",
  );

interface Props {
  prompts: readonly PromptView[];
  columns: Columns;
  /** The grid stands at the top of the page: its first picture is what the page waits for. */
  atTop?: boolean;
  /** They are all by one person. */
  sameAuthor?: boolean | undefined;
  /** What stands in the corner of a prompt's picture. */
  corner?: ((prompt: PromptView) => ReactNode) | undefined;
}

export function PromptGrid({ prompts, columns, atTop, sameAuthor, corner }: Props) {
  return (
    <ul className={grid(columns)}>
      {prompts.map((prompt, index) => (
        <li key={prompt.id}>
          <PromptCard
            prompt={prompt}
            loading={atTop && index === 0 ? "first" : "lazy"}
            sameAuthor={sameAuthor}
            corner={corner?.(prompt)}
          />
        </li>
      ))}
    </ul>
  );
}

/** @param count how many cards are expected */
export function PromptGridSkeleton({ count, columns }: { count: number; columns: Columns }) {
  return (
    <div role="status" className={grid(columns)}>
      <span className="sr-only">Carregando prompts…</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <PromptCardSkeleton key={index} />
      ))}
    </div>
  );
}
