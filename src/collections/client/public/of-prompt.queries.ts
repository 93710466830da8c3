/** The query of the public collections in which a prompt stands. Apart: every first visit of a prompt loads it. */
import { queryOptions } from "@tanstack/react-query";
import type { CollectionOfPrompt } from "#collections/contract.ts";
import { type Fetcher, fetchApi } from "#platform/client/api.ts";

/** @param id from the URL; of what is no prompt there are none */
export function ofPromptOptions(id: string, fetcher: Fetcher = fetchApi) {
  const path = `/api/prompts/${id}/collections`;
  return queryOptions({ queryKey: [path], queryFn: () => fetcher<CollectionOfPrompt[]>(path) });
}
