/** The queries of prompts and tags that fit a search which is still being typed. */
import { queryOptions } from "@tanstack/react-query";
import type { Suggestion } from "#library/contract.ts";
import { fetchApi } from "#platform/client/api.ts";
import { TEXT_LIMITS } from "#prompts/catalog.ts";
import type { TagView } from "#prompts/contract.ts";

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
function suggesting<Suggested>(path: string, search: string, longest: number) {
  return queryOptions({
    queryKey: [path, search],
    queryFn: ({ signal }) => fetchApi<Suggested[]>(`${path}?${new URLSearchParams({ search })}`, { signal }),
    enabled: search.length >= LEAST_LETTERS && search.length <= longest,
    placeholderData: (previous, query) =>
      isContinued(query?.queryKey[1] ?? "", search) ? previous : undefined,
    gcTime: KEPT_MS,
  });
}

export const suggestionsOptions = (search: string) =>
  suggesting<Suggestion>("/api/prompts/suggestions", search, TEXT_LIMITS.search);

/** Tags that begin so; no tag is longer than its limit. */
export const suggestedTagsOptions = (search: string) =>
  suggesting<TagView>("/api/tags", search, TEXT_LIMITS.tag);
