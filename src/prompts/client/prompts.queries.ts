/** What the browser asks of the prompts API, and what it keeps of the answers. */
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { getSession } from "#accounts/client/session.ts";
import { ApiError, type Fetcher, fetchApi } from "#platform/client/api.ts";
import { LIBRARY_PAGE_SIZE } from "#prompts/catalog.ts";
import type { ListQuery, NewPrompt, PromptList, PromptView } from "#prompts/contract.ts";

/** A page of the library; while the next one is on its way, the present one stays. */
export function promptListOptions(query: ListQuery, fetcher: Fetcher = fetchApi) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return queryOptions({
    queryKey: ["/api/prompts", query],
    queryFn: () => fetcher<PromptList>(`/api/prompts?${parameters}`),
    placeholderData: keepPreviousData,
  });
}

/** The trending prompts. */
export function trendingOptions(fetcher: Fetcher = fetchApi) {
  return queryOptions({
    queryKey: ["/api/prompts/top"],
    queryFn: () => fetcher<PromptView[]>("/api/prompts/top"),
  });
}

export type PersonListName = "prompts" | "favorites";

/**
 * A page of what a person has published, or of what the person who is logged in keeps as favourites: who has just left is
 * asked about those no more.
 * @param page from 1
 */
export function personListOptions(
  userId: string,
  list: PersonListName,
  page: number,
  fetcher: Fetcher = fetchApi,
) {
  const path = `/api/users/${userId}/${list}`;
  return queryOptions({
    queryKey: [path, page],
    queryFn: () => fetcher<PromptList>(`${path}?page=${page}&limit=${LIBRARY_PAGE_SIZE}`),
    enabled: () => list === "prompts" || getSession().user?.id === userId,
    placeholderData: keepPreviousData,
  });
}

/**
 * One prompt; null when there is none. Asked once more when it fails (specification, section 7).
 * @param id as the address has it, which may be anything
 */
export function promptOptions(id: string, fetcher: Fetcher = fetchApi) {
  // Whatever is no number names no prompt, as 0 does: browser and server then agree on one key for it.
  const path = `/api/prompts/${/^[1-9]\d{0,15}$/.test(id) ? id : 0}`;
  return queryOptions({
    queryKey: [path],
    queryFn: () =>
      fetcher<PromptView>(path).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
    retry: 1,
  });
}

/**
 * Publishes a prompt. Lists and trending are asked for anew when they are next shown; the answer opens without a wait.
 * @throws ApiError naming the field that the server refuses
 */
export async function publishPrompt(client: QueryClient, prompt: NewPrompt): Promise<PromptView> {
  const published = await fetchApi<PromptView>("/api/prompts", { method: "POST", body: prompt });
  client.setQueryData(promptOptions(String(published.id)).queryKey, published);
  void client.invalidateQueries({ queryKey: ["/api/prompts"] });
  void client.invalidateQueries({ queryKey: ["/api/prompts/top"] });
  void client.invalidateQueries({ queryKey: [`/api/users/${published.user_id}/prompts`] });
  return published;
}

/** Tells that a reader is looking at a prompt. A view that is not counted is nobody's trouble. */
export function countView(id: number): void {
  void fetchApi(`/api/prompts/${id}/view`, { method: "POST" }).catch(() => undefined);
}
