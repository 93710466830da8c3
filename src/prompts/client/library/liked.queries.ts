/** Prompts that many like, where a search has none. Apart from the other queries, which every page loads. */

import { type Fetcher, fetchApi } from "#platform/client/api.ts";
import { promptListOptions } from "#prompts/client/prompts.queries.ts";

/** The three most liked prompts. */
export function likedOptions(fetcher: Fetcher = fetchApi) {
  return promptListOptions({ page: 1, limit: 3, orderBy: "top" }, fetcher);
}
