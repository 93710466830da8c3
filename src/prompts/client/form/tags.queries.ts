/** The query of tags that begin with the typed text. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { fetchApi } from "#platform/client/api.ts";
import type { TagView } from "#prompts/contract.ts";

/** Milliseconds for which an answer is kept. */
const KEPT_MS = 60_000;

/** The most used tags for nothing typed. The previous suggestions stay until the next ones arrive. */
export function tagOptions(search: string, enabled: boolean) {
  return queryOptions({
    queryKey: ["/api/tags", search],
    queryFn: ({ signal }) => fetchApi<TagView[]>(`/api/tags?${new URLSearchParams({ search })}`, { signal }),
    enabled,
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });
}
