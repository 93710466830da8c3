/** The query of prompts that fit a search which is still being typed. */
import { queryOptions } from "@tanstack/react-query";
import { fetchApi } from "#platform/client/api.ts";
import type { Suggestion } from "#prompts/contract.ts";

/** Fewer letters say too little. */
export const LEAST_LETTERS = 2;
/** Milliseconds for which an answer is kept. */
const KEPT_MS = 60_000;

/** Whether one text is the beginning of the other, so that suggestions for one may stand for the other for a moment. */
export function isContinued(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < LEAST_LETTERS) return false;
  return one.startsWith(other) || other.startsWith(one);
}

/** The previous suggestions stay until the next ones arrive; a call for a text that has changed since is aborted. */
export function suggestionsOptions(search: string) {
  return queryOptions({
    queryKey: ["/api/prompts/suggestions", search],
    queryFn: ({ signal }) =>
      fetchApi<Suggestion[]>(`/api/prompts/suggestions?${new URLSearchParams({ search })}`, { signal }),
    enabled: search.length >= LEAST_LETTERS,
    placeholderData: (previous, query) =>
      isContinued(query?.queryKey[1] ?? "", search) ? previous : undefined,
    gcTime: KEPT_MS,
  });
}
