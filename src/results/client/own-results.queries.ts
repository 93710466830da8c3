/** Calls that change the viewer's own results. */
import type { QueryClient } from "@tanstack/react-query";
import { fetchApi } from "#platform/client/api.ts";
import type { ResultRequest, ResultsView } from "#results/contract.ts";
import { resultsOptions, resultsPath } from "./results.queries.ts";

/** Puts the server's response into the cache; the notes are fetched again. */
function cacheResults(client: QueryClient, promptId: number, results: ResultsView): ResultsView {
  client.removeQueries({
    queryKey: [resultsPath(promptId)],
    predicate: ({ queryKey }) => queryKey[1] !== null,
  });
  client.setQueryData(resultsOptions(promptId).queryKey, results);
  return results;
}

/** @throws ApiError naming the field that the server refuses */
export async function sendResult(client: QueryClient, promptId: number, body: ResultRequest) {
  const path = `/api/prompts/${promptId}/result`;
  return cacheResults(client, promptId, await fetchApi<ResultsView>(path, { method: "PUT", body }));
}

export async function removeResult(client: QueryClient, promptId: number, model: string) {
  const path = `/api/prompts/${promptId}/result?${new URLSearchParams({ model })}`;
  return cacheResults(client, promptId, await fetchApi<ResultsView>(path, { method: "DELETE" }));
}
