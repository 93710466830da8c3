/** The query of a prompt's results. Calls that change them: own-results.queries.ts, which a page loads later. */
import { queryOptions } from "@tanstack/react-query";
import { fetchApi } from "#platform/client/api.ts";
import type { ResultsView } from "#results/contract.ts";

export const resultsPath = (promptId: number) => `/api/prompts/${promptId}/results`;

/** @param before the id of a note: only older ones; null for the newest */
export function resultsOptions(promptId: number, before: number | null = null) {
  return queryOptions({
    queryKey: [resultsPath(promptId), before],
    queryFn: () => fetchApi<ResultsView>(resultsPath(promptId) + (before ? `?before=${before}` : "")),
  });
}
