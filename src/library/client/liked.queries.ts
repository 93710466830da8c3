/** Prompts to show where a list has none. Apart from the other queries, which every page loads. */

import type { LibraryFilters } from "#library/client/library-filters.ts";
import { listQueryOf } from "#library/client/list-query.ts";
import { promptListOptions } from "#library/client/lists.queries.ts";
import { type Fetcher, fetchApi } from "#platform/client/api.ts";

/** What the list has without the filter "Testados há pouco": its first three prompts. */
export function untestedOptions(filters: LibraryFilters, fetcher: Fetcher = fetchApi) {
  const query = listQueryOf({ ...filters, works: false, page: 1 });
  return promptListOptions({ ...query, limit: 3 }, fetcher);
}

/** The three most liked prompts. */
export function likedOptions(fetcher: Fetcher = fetchApi) {
  return promptListOptions({ page: 1, limit: 3, orderBy: "top" }, fetcher);
}
