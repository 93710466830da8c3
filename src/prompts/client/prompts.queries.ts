/** Queries of the prompts API. What authors send is in authoring.queries.ts, which readers do not load. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getSession } from "#accounts/client/session.ts";
import { ApiError, type Fetcher, fetchApi } from "#platform/client/api.ts";
import { LIBRARY_PAGE_SIZE, RELATED_SIZE } from "#prompts/catalog.ts";
import type { PromptList, PromptView } from "#prompts/contract.ts";

/** Prompts related to one: at most RELATED_SIZE. */
export function relatedOptions(id: number, fetcher: Fetcher = fetchApi) {
  const path = `/api/prompts/${id}/related`;
  return queryOptions({ queryKey: [path], queryFn: () => fetcher<PromptView[]>(path) });
}

/** The most liked prompts that were made from one: at most RELATED_SIZE. */
export function topRemixesOptions(id: number, fetcher: Fetcher = fetchApi) {
  const path = `/api/prompts/${id}/remixes?limit=${RELATED_SIZE}`;
  return queryOptions({ queryKey: [path], queryFn: () => fetcher<PromptList>(path) });
}

export type UserListName = "prompts" | "favorites";

/**
 * A page of a user's published prompts, or of the logged-in user's favourites, which are not refetched after logging
 * out.
 * @param page from 1
 */
export function userListOptions(
  userId: string,
  list: UserListName,
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

/** The viewer's own prompts that wait for their review. */
export function inReviewOptions(userId: string) {
  return queryOptions({
    queryKey: ["/api/prompts/in-review", userId],
    queryFn: () => fetchApi<PromptView[]>("/api/prompts/in-review"),
    enabled: () => getSession().user?.id === userId,
  });
}

/** Malformed ids become 0, which no prompt has, so that browser and server use the same key. */
export const promptPath = (id: string) => `/api/prompts/${/^[1-9]\d{0,15}$/.test(id) ? id : 0}`;

/** Meaning of an answer without a prompt. @throws any other failure */
export function missingPrompt(error: unknown): null | "removed" {
  if (error instanceof ApiError && error.status === 404) return null;
  if (error instanceof ApiError && error.status === 410) return "removed";
  throw error;
}

/**
 * One prompt; null when it does not exist, `removed` when moderation has hidden it. Retried once (specification, section 7).
 * @param id from the URL; may be malformed
 */
export function promptOptions(id: string, fetcher: Fetcher = fetchApi) {
  const path = promptPath(id);
  return queryOptions({
    queryKey: [path],
    queryFn: () => fetcher<PromptView>(path).catch(missingPrompt),
    retry: 1,
  });
}

/** Counts a view of a prompt. Failures are ignored. */
export function countView(id: number): void {
  void fetchApi(`/api/prompts/${id}/view`, { method: "POST" }).catch(() => undefined);
}
