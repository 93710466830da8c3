/** The empty state of a list: a decorative panel, what is missing, what to do about it. */
import type { ReactNode } from "react";
import { Tile } from "./tile.tsx";

interface Props {
  /** Seed of the panel; each empty state has its own. */
  seed: string;
  title: string;
  description?: string;
  /** A button or a link. */
  action?: ReactNode;
}

export function EmptyState({ seed, title, description, action }: Props) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-10 text-center">
      <Tile seed={seed} columns={6} rows={2} className="w-60 rounded-tile rounded-tr-corner-lg" />
      <p className="mt-6 font-heading text-xl font-semibold">{title}</p>
      {description && <p className="mt-2 text-balance text-muted">{description}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
