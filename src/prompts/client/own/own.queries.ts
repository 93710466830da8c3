/** One's own prompts as they come, change and go: what becomes of the cache, and deleting and bringing back. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { getSession } from "#accounts/client/session.ts";
import { ApiError, fetchApi } from "#platform/client/api.ts";
import { dropCachedPrompt } from "#prompts/client/cached-prompts.ts";
import { promptOptions } from "#prompts/client/prompts.queries.ts";
import type { DeletedPrompt, PromptView } from "#prompts/contract.ts";

/** Caches the current prompt, so that it opens at once; invalidates the lists. */
export function showAuthored(client: QueryClient, prompt: PromptView): void {
  client.setQueryData(promptOptions(String(prompt.id)).queryKey, prompt);
  const sourceId = prompt.remixed_from?.direct?.id;
  if (sourceId) {
    void client.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        typeof path === "string" && new RegExp(`^/api/prompts/${sourceId}(/remixes.*)?$`).test(path),
    });
  }
  askListsAgain(client, prompt.user_id);
}

const DELETED = "/api/prompts/deleted";

function askListsAgain(client: QueryClient, authorId: string): void {
  const author = `/api/users/${authorId}`;
  const lists = ["/api/prompts", "/api/prompts/top", "/api/prompts/in-review", DELETED];
  for (const path of [...lists, `${author}/prompts`, `${author}/favorites`]) {
    void client.invalidateQueries({ queryKey: [path] });
  }
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

/** What the viewer has deleted and can bring back. */
export function deletedOptions(userId: string) {
  return queryOptions({
    queryKey: [DELETED, userId],
    queryFn: () => fetchApi<DeletedPrompt[]>(DELETED),
    enabled: () => getSession().user?.id === userId,
  });
}

/** Brings a prompt back that the user has deleted. @throws ApiError 404 when it is gone for good */
export async function restorePrompt(client: QueryClient, id: number): Promise<void> {
  try {
    showAuthored(client, await fetchApi<PromptView>(`/api/prompts/${id}/restore`, { method: "POST" }));
  } catch (error) {
    void client.invalidateQueries({ queryKey: [DELETED] });
    throw error;
  }
}
