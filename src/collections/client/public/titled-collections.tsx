/** Collections with the words of a search of prompts in their titles, beside its results; most searches have none. */
import { useQuery } from "@tanstack/react-query";
import { COLLECTION_LIST } from "#collections/paths.ts";
import { isolated } from "#language/isolated.ts";
import { TextLink } from "#ui/button-link.tsx";
import { CollectionTiles } from "./collection-tiles.tsx";
import { collectionListPath } from "./list-address.ts";
import { titledOptions } from "./public.queries.ts";

/** @param term the search */
export function TitledCollections({ term }: { term: string }) {
  const { data: list } = useQuery(titledOptions(term));
  if (!list?.data.length) return null;
  const { data, pagination } = list;
  const more = pagination.total > data.length;
  return (
    <section aria-labelledby="colecoes" className="mt-14 border-t border-line pt-8">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="colecoes" className="text-xl wrap-anywhere">
          Coleções com “{isolated(term)}” no título
        </h2>
        <TextLink
          href={more ? collectionListPath({ search: term }) : COLLECTION_LIST}
          className="-my-2.5 inline-block py-2.5 font-semibold"
        >
          {more ? "Ver todas estas coleções" : "Ver todas as coleções"}
        </TextLink>
      </div>
      <CollectionTiles collections={data} asRow />
    </section>
  );
}
