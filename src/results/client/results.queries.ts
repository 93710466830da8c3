/** Calls of results. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { fetchApi } from "#platform/client/api.ts";
import type { ResultRequest, ResultsView } from "#results/contract.ts";

const pathOf = (promptId: number) => `/api/prompts/${promptId}/results`;

/** @param before the id of a note: only older ones; null for the newest */
export function resultsOptions(promptId: number, before: number | null = null) {
  return queryOptions({
    queryKey: [pathOf(promptId), before],
    queryFn: () => fetchApi<ResultsView>(pathOf(promptId) + (before ? `?before=${before}` : "")),
  });
}

/** Shows what the server says after an answer; the notes are asked for again. */
function show(client: QueryClient, promptId: number, results: ResultsView): ResultsView {
  client.removeQueries({ queryKey: [pathOf(promptId)], predicate: ({ queryKey }) => queryKey[1] !== null });
  client.setQueryData(resultsOptions(promptId).queryKey, results);
  return results;
}

/** @throws ApiError naming the field that the server refuses */
export async function sendResult(client: QueryClient, promptId: number, body: ResultRequest) {
  const path = `/api/prompts/${promptId}/result`;
  return show(client, promptId, await fetchApi<ResultsView>(path, { method: "PUT", body }));
}

export async function removeResult(client: QueryClient, promptId: number, model: string) {
  const path = `/api/prompts/${promptId}/result?${new URLSearchParams({ model })}`;
  return show(client, promptId, await fetchApi<ResultsView>(path, { method: "DELETE" }));
}
