/** Collections as cards: a panel of their own, title, number of prompts. */
import Lock from "lucide-react/icons/lock";
import { Link } from "wouter";
import type { CollectionSummary } from "#collections/contract.ts";
import { countOf } from "#ui/numbers.ts";
import { Tile } from "#ui/tile.tsx";

export function CollectionCards({ collections }: { collections: readonly CollectionSummary[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 lg:gap-4">
      {collections.map((collection) => (
        <li key={collection.id}>
          <CollectionCard {...collection} />
        </li>
      ))}
    </ul>
  );
}

function CollectionCard({ id, path, title, is_public, items_count, withdrawn_reason }: CollectionSummary) {
  return (
    <Link
      href={path}
      className="group flex h-full min-h-20 overflow-clip rounded-tile rounded-tr-corner border border-line bg-card transition-[border-radius,border-color] hover:rounded-tr-corner-lg hover:border-edge"
    >
      <Tile seed={`coleção ${id}`} columns={2} rows={2} className="w-20 shrink-0" />
      <span className="flex min-w-0 flex-1 flex-col justify-center gap-1 px-4 py-3">
        <span className="line-clamp-2 font-heading text-lg leading-snug font-semibold wrap-anywhere underline decoration-transparent decoration-2 underline-offset-4 transition-colors group-hover:decoration-accent">
          {title}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          {countOf(items_count, "prompt", "prompts")}
          {!is_public && (
            <span className="inline-flex items-center gap-1">
              <Lock aria-hidden="true" className="size-3.5" />
              {withdrawn_reason ? "Tornada privada pela moderação" : "Privada"}
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}
