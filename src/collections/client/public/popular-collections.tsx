/** The most followed collections, on the home page. */
import { useQuery } from "@tanstack/react-query";
import { COLLECTION_LIST } from "#collections/paths.ts";
import { TextLink } from "#ui/button-link.tsx";
import { CollectionTiles } from "./collection-tiles.tsx";
import { popularOptions } from "./popular.queries.ts";

export function PopularCollections() {
  const { data } = useQuery(popularOptions());
  return (
    <section aria-labelledby="colecoes" className="measure mt-20 sm:mt-28">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 sm:mb-8">
        <h2 id="colecoes" className="text-3xl">
          Coleções
        </h2>
        <TextLink href={COLLECTION_LIST} className="-my-2.5 inline-block py-2.5 font-semibold">
          Ver todas as coleções
        </TextLink>
      </div>
      <CollectionTiles collections={data?.data ?? []} asRow />
    </section>
  );
}
