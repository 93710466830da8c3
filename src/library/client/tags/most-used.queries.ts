/** The query of the most used tags. */
import { queryOptions } from "@tanstack/react-query";
import { type Fetcher, fetchApi } from "#platform/client/api.ts";
import type { TagView } from "#prompts/contract.ts";

/** The most used tags, a row of them. */
export const mostUsedOptions = (fetcher: Fetcher = fetchApi) =>
  queryOptions({ queryKey: ["/api/tags"], queryFn: () => fetcher<TagView[]>("/api/tags") });
