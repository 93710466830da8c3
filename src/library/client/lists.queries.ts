/** Queries of the library's lists. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListQuery } from "#library/contract.ts";
import { type Fetcher, fetchApi } from "#platform/client/api.ts";
import type { PromptList, PromptView } from "#prompts/contract.ts";

/** A page of the library; the current one stays while the next one loads. */
export function promptListOptions(query: ListQuery, fetcher: Fetcher = fetchApi) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return queryOptions({
    queryKey: ["/api/prompts", query],
    queryFn: () => fetcher<PromptList>(`/api/prompts?${parameters}`),
    placeholderData: keepPreviousData,
  });
}

/** The trending prompts. */
export function trendingOptions(fetcher: Fetcher = fetchApi) {
  return queryOptions({
    queryKey: ["/api/prompts/top"],
    queryFn: () => fetcher<PromptView[]>("/api/prompts/top"),
  });
}
