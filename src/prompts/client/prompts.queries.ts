/** Queries and mutations of the prompts API, and their cache. */
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { getSession } from "#accounts/client/session.ts";
import { ApiError, type Fetcher, fetchApi } from "#platform/client/api.ts";
import { LIBRARY_PAGE_SIZE, PUBLICATION_KEY } from "#prompts/catalog.ts";
import type { ListQuery, NewPrompt, PromptChanges, PromptList, PromptView } from "#prompts/contract.ts";
import { dropCachedPrompt } from "./cached-prompts.ts";

/** A page of the library; the current one stays while the next one loads. */
export function promptListOptions(query: ListQuery, fetcher: Fetcher = fetchApi) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return queryOptions({
    queryKey: ["/api/prompts", query],
    queryFn: () => fetcher<PromptList>(`/api/prompts?${parameters}`),
    placeholderData: keepPreviousData,
  });
}

/** The most liked prompts of a tool: one more than shown, as the prompt itself may be among them. */
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

/** What an answer without a prompt says. @throws any other failure */
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

/** Options of sending a prompt. */
export interface Upload {
  /** Idempotency key of the publication, the same for each retry. */
  key: string;
  signal: AbortSignal;
  /** Reports upload progress, from 0 to 1. */
  onUpload: ((part: number) => void) | undefined;
}

/** Caches the current prompt, so that it opens at once; invalidates the lists. */
export function showAuthored(client: QueryClient, prompt: PromptView): void {
  client.setQueryData(promptOptions(String(prompt.id)).queryKey, prompt);
  askListsAgain(client, prompt.user_id);
}

function askListsAgain(client: QueryClient, authorId: string): void {
  const author = `/api/users/${authorId}`;
  const lists = ["/api/prompts", "/api/prompts/top", "/api/prompts/in-review"];
  for (const path of [...lists, `${author}/prompts`, `${author}/favorites`]) {
    void client.invalidateQueries({ queryKey: [path] });
  }
}

/** A file goes as it is: as text in JSON it would be a third larger, and several times in memory. */
function withFile(prompt: PromptChanges): PromptChanges | FormData {
  if (!(prompt.thumbnail_url instanceof File)) return prompt;
  const form = new FormData();
  for (const [field, value] of Object.entries(prompt)) {
    if (value instanceof File) form.set(field, value);
    else if (value !== undefined) form.set(field, String(value ?? ""));
  }
  return form;
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
    body: withFile(prompt),
    headers: { [PUBLICATION_KEY]: key },
    ...upload,
  });
  showAuthored(client, published);
  return published;
}

/** What an edit begins from. */
export interface EditBase {
  /** The prompt that the form was filled with. */
  opened: PromptView;
  /** What the prompt has become meanwhile, and the author has been told: then this edit makes a version of its own. */
  told?: PromptView | undefined;
}

/** The fields that differ from a prompt. */
export function changesOf(prompt: PromptView, wanted: PromptChanges): PromptChanges {
  const present: Record<string, unknown> = {
    ...prompt,
    image_alt: prompt.image.alt,
    thumbnail_url: undefined,
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== (present[field] ?? null)),
  );
}

/**
 * Edits a published prompt. Sends only changed fields, so as not to undo another window's edit.
 * @throws ApiError as {@link publishPrompt}; 404 when the prompt no longer exists, 409 `version_conflict` when it was edited
 *   meanwhile
 */
export async function editPrompt(
  client: QueryClient,
  { opened, told }: EditBase,
  wanted: PromptChanges,
  { signal, onUpload }: Upload,
): Promise<void> {
  const { version, edited_at: last_edit } = told ?? opened;
  const path = `/api/prompts/${opened.id}`;
  const body = withFile({
    ...changesOf(opened, wanted),
    version,
    last_edit,
    ...(told && { own_version: true as const }),
  });
  const edited = await fetchApi<PromptView>(path, { method: "PATCH", body, signal, onUpload });
  showAuthored(client, edited);
}

/**
 * Deletes one of the user's prompts; succeeds if it no longer exists.
 * @param leave called after the deletion, before caches change, to leave the prompt's page
 * @throws ApiError when the deletion fails
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
  // The prompt's page, if still mounted, must not flash "not found".
  client.removeQueries({ queryKey: promptOptions(String(id)).queryKey });
  dropCachedPrompt(client, id);
  askListsAgain(client, user_id);
}

/** Counts a view of a prompt. Failures are ignored. */
export function countView(id: number): void {
  void fetchApi(`/api/prompts/${id}/view`, { method: "POST" }).catch(() => undefined);
}
