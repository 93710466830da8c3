/** The public collections on an author's page; nothing where there are none. */
import { useQuery } from "@tanstack/react-query";
import { countOf } from "#ui/numbers.ts";
import { CollectionCards } from "./collection-cards.tsx";
import { publicCollectionsOptions } from "./collections.queries.ts";

/** Shown before the others are asked for. */
const SHOWN = 3;

export function PublicCollections({ userId }: { userId: string }) {
  const { data = [] } = useQuery(publicCollectionsOptions(userId));
  if (data.length === 0) return null;
  const rest = data.slice(SHOWN);
  return (
    <section aria-labelledby="colecoes" className="mt-10">
      <h2 id="colecoes" className="mb-4 text-xl">
        Coleções
      </h2>
      <CollectionCards collections={data.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details className="mt-3">
          <summary className="text-link inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold">
            Mais {countOf(rest.length, "coleção", "coleções")}
          </summary>
          <div className="mt-3">
            <CollectionCards collections={rest} />
          </div>
        </details>
      )}
    </section>
  );
}
