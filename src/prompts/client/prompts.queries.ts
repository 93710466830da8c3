/** What the browser asks of the prompts API, and what it keeps of the answers. */
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { getSession } from "#accounts/client/session.ts";
import { ApiError, type Fetcher, fetchApi } from "#platform/client/api.ts";
import { LIBRARY_PAGE_SIZE, PUBLICATION_KEY } from "#prompts/catalog.ts";
import type { ListQuery, NewPrompt, PromptChanges, PromptList, PromptView } from "#prompts/contract.ts";
import { dropCachedPrompt } from "#reactions/client/cached-prompts.ts";

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

/** What people like most for a tool: one more than is shown, since the prompt itself may be among them. */
export function relatedOptions(llmTypeId: number, fetcher: Fetcher = fetchApi) {
  return promptListOptions({ page: 1, limit: 5, orderBy: "top", llmTypeId }, fetcher);
}

/** The trending prompts. */
export function trendingOptions(fetcher: Fetcher = fetchApi) {
  return queryOptions({
    queryKey: ["/api/prompts/top"],
    queryFn: () => fetcher<PromptView[]>("/api/prompts/top"),
  });
}

export type UserListName = "prompts" | "favorites";

/**
 * A page of what a person has published, or of what the person who is logged in keeps as favourites: who has just left is
 * asked about those no more.
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

/** How a prompt is sent. */
export interface Upload {
  /** The device's name for a publication: the same at every try. */
  key: string;
  signal: AbortSignal;
  /** Told what part has been sent, from 0 to 1. */
  onUpload: ((part: number) => void) | undefined;
}

/** The prompt as it is now opens without a wait; lists are asked for anew when they are next shown. */
function showAuthored(client: QueryClient, prompt: PromptView): void {
  client.setQueryData(promptOptions(String(prompt.id)).queryKey, prompt);
  askListsAgain(client, prompt.user_id);
}

function askListsAgain(client: QueryClient, authorId: string): void {
  const author = `/api/users/${authorId}`;
  for (const path of ["/api/prompts", "/api/prompts/top", `${author}/prompts`, `${author}/favorites`]) {
    void client.invalidateQueries({ queryKey: [path] });
  }
}

/**
 * Publishes a prompt.
 * @throws ApiError naming the field that the server refuses
 */
export async function publishPrompt(
  client: QueryClient,
  prompt: NewPrompt,
  { key, ...upload }: Upload,
): Promise<PromptView> {
  const published = await fetchApi<PromptView>("/api/prompts", {
    method: "POST",
    body: prompt,
    headers: { [PUBLICATION_KEY]: key },
    ...upload,
  });
  showAuthored(client, published);
  return published;
}

/**
 * Changes a published prompt. What is as it was is not sent, so that it does not undo what another tab changed.
 * @throws ApiError as {@link publishPrompt}; 404 when the prompt is not there any more
 */
export async function editPrompt(
  client: QueryClient,
  prompt: PromptView,
  wanted: PromptChanges,
  { signal, onUpload }: Upload,
): Promise<void> {
  const present = { ...prompt, image_alt: prompt.image.alt };
  const changes: PromptChanges = Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => (value || null) !== present[field as keyof PromptChanges],
    ),
  );
  const path = `/api/prompts/${prompt.id}`;
  const edited = await fetchApi<PromptView>(path, { method: "PATCH", body: changes, signal, onUpload });
  showAuthored(client, edited);
}

/**
 * Removes one of one's own prompts; one that is not there any more is removed as well.
 * @param leave told when it is gone and everything still shows it: the moment to leave a page of its own
 * @throws ApiError when it could not be removed
 */
export async function deletePrompt(
  client: QueryClient,
  { id, user_id }: PromptView,
  leave?: () => void,
): Promise<void> {
  await fetchApi<void>(`/api/prompts/${id}`, { method: "DELETE" }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
  leave?.();
  // Its own page, if that is still there, must not say on the way that there is no such prompt.
  client.removeQueries({ queryKey: promptOptions(String(id)).queryKey });
  dropCachedPrompt(client, id);
  askListsAgain(client, user_id);
}

/** Tells that a reader is looking at a prompt. A view that is not counted is nobody's trouble. */
export function countView(id: number): void {
  void fetchApi(`/api/prompts/${id}/view`, { method: "POST" }).catch(() => undefined);
}
