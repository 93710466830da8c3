/** Queries of the collections that everybody may see. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { PublicCollections, PublicListQuery } from "#collections/contract.ts";
import { PUBLIC_COLLECTIONS } from "#collections/paths.ts";
import { type Fetcher, fetchApi } from "#platform/client/api.ts";

/** A page of them; the current one stays while the next one loads. */
export function publicListOptions(query: PublicListQuery, fetcher: Fetcher = fetchApi) {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]));
  return queryOptions({
    queryKey: [PUBLIC_COLLECTIONS, query],
    queryFn: () => fetcher<PublicCollections>(`${PUBLIC_COLLECTIONS}?${asked}`),
    placeholderData: keepPreviousData,
  });
}

/** A row of them. */
const ROW = 4;
/** Those whose titles have the words of a search of prompts. */
export const titledOptions = (search: string, fetcher: Fetcher = fetchApi) =>
  publicListOptions({ page: 1, limit: ROW, orderBy: "followed", search }, fetcher);
