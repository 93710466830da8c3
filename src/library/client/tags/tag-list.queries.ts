/** The query of the list of all tags, and its URL. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { cleanSearchTerm } from "#library/client/library-filters.ts";
import { type Fetcher, fetchApi } from "#platform/client/api.ts";
import { readPageNumber } from "#platform/client/page-number.ts";
import { TAGS_PAGE_SIZE, TEXT_LIMITS } from "#prompts/catalog.ts";
import type { TagList, TagListQuery } from "#prompts/contract.ts";
import { TAG_LIST } from "#prompts/tag-path.ts";

export const TAGS = "/tags";

/** What a URL's query asks of the API. */
export const tagsQueryOf = (search: URLSearchParams): TagListQuery => ({
  page: readPageNumber(search),
  limit: TAGS_PAGE_SIZE,
  search: cleanSearchTerm(search.get("q") ?? "", TEXT_LIMITS.tag),
});

/** URL of the list; default values are omitted. */
export function tagsPath(search = "", page = 1): string {
  const query = new URLSearchParams();
  if (search) query.set("q", search);
  if (page > 1) query.set("page", String(page));
  return query.size ? `${TAGS}?${query}` : TAGS;
}

/** A page of all tags; the current one stays while the next one loads. */
export function tagListOptions(query: TagListQuery, fetcher: Fetcher = fetchApi) {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]));
  return queryOptions({
    queryKey: [TAG_LIST, query],
    queryFn: () => fetcher<TagList>(`${TAG_LIST}?${asked}`),
    placeholderData: keepPreviousData,
  });
}
