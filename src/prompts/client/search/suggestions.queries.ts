/** The query of prompts that fit a search which is still being typed. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { fetchApi } from "#platform/client/api.ts";
import type { Suggestion } from "#prompts/contract.ts";

/** Fewer letters say too little. */
export const LEAST_LETTERS = 2;
/** Milliseconds for which an answer is kept. */
const KEPT_MS = 60_000;

/** The previous suggestions stay until the next ones arrive; a call for a text that has changed since is aborted. */
export function suggestionsOptions(search: string) {
  return queryOptions({
    queryKey: ["/api/prompts/suggestions", search],
    queryFn: ({ signal }) =>
      fetchApi<Suggestion[]>(`/api/prompts/suggestions?${new URLSearchParams({ search })}`, { signal }),
    enabled: search.length >= LEAST_LETTERS,
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });
}
