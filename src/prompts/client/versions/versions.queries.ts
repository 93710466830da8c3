/** Queries and mutations of a prompt's versions. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { ApiError, type Fetcher, fetchApi } from "#platform/client/api.ts";
import { showAuthored } from "#prompts/client/own/own.queries.ts";
import { missingPrompt, promptPath } from "#prompts/client/prompts.queries.ts";
import type { PromptView } from "#prompts/contract.ts";
import type { PromptHistory, PromptVersion, VersionDifference } from "#prompts/versions.ts";

const pathOf = (id: string) => `${promptPath(id)}/versions`;

/** All versions of a prompt, the newest first; otherwise as `promptOptions`. */
export function historyOptions(id: string, fetcher: Fetcher = fetchApi) {
  const path = pathOf(id);
  return queryOptions({
    queryKey: [path],
    queryFn: () => fetcher<PromptHistory>(path).catch(missingPrompt),
    retry: 1,
  });
}

/** One version, whole; otherwise as `promptOptions`. @param number from the URL */
export function versionOptions(id: string, number: string, fetcher: Fetcher = fetchApi) {
  const path = `${pathOf(id)}/${/^[1-9]\d{0,9}$/.test(number) ? number : 0}`;
  return queryOptions({
    queryKey: [pathOf(id), path],
    queryFn: () => fetcher<PromptVersion>(path).catch(missingPrompt),
    retry: 1,
  });
}

/** The numbers of two versions, the older first. */
export interface Pair {
  from: number;
  to: number;
}

/** Difference between two versions; otherwise as `promptOptions`. */
export function differenceOptions(id: string, { from, to }: Pair, fetcher: Fetcher = fetchApi) {
  const path = `${pathOf(id)}/${from}/diff?with=${to}`;
  return queryOptions({
    queryKey: [pathOf(id), path],
    queryFn: () => fetcher<VersionDifference>(path).catch(missingPrompt),
    retry: 1,
  });
}

/** The versions that a page compares: `para`, and `de` or the one below it; undefined for none. */
export function comparedVersions(history: PromptHistory, search: URLSearchParams): Pair | undefined {
  const numbers = history.versions.map(({ number }) => number);
  const asked = [search.get("de"), search.get("para")].map(Number);
  const [from = 0, to = 0] = asked;
  if (!numbers.includes(to)) return undefined;
  const below = numbers.find((number) => number < to);
  if (!from) return below === undefined ? undefined : { from: below, to };
  return numbers.includes(from) && from !== to ? { from, to } : undefined;
}

/** The next page asks for everything about a prompt's versions again; this one is left. */
const askAgain = (client: QueryClient, id: number) =>
  client.invalidateQueries({ queryKey: [pathOf(String(id))], refetchType: "none" });

/** Brings a version back as a new one. @throws ApiError */
export async function restoreVersion(client: QueryClient, { prompt_id, number }: PromptVersion) {
  const path = `${pathOf(String(prompt_id))}/${number}/restore`;
  const restored = await fetchApi<PromptView>(path, { method: "POST" });
  showAuthored(client, restored);
  void askAgain(client, prompt_id);
}

/** Erases a version for good; succeeds if it no longer exists. @throws ApiError when that fails */
export async function eraseVersion(client: QueryClient, { prompt_id, number }: PromptVersion) {
  const path = `${pathOf(String(prompt_id))}/${number}`;
  await fetchApi<void>(path, { method: "DELETE" }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
  void askAgain(client, prompt_id);
}
