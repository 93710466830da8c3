/** Mutations of likes and favourites: optimistic, then confirmed by the server, reverted on failure. */
import type { QueryClient } from "@tanstack/react-query";
import { checkSession, getSession } from "#accounts/client/session.ts";
import { ApiError } from "#platform/client/api.ts";
import { messages } from "#prompts/messages.ts";
import type { Outcome } from "#reactions/client/reaction-queue.ts";
import {
  type ReactablePrompt,
  type Reactions,
  sendFavorite,
  sendLike,
} from "#reactions/client/reactions.queries.ts";
import { toast } from "#ui/toast.ts";
import { changeCachedPrompt, dropCachedPrompt, holdRefetches } from "./cached-prompts.ts";

/**
 * Queries that a reaction makes stale: refetched when next shown, not while visible, where the cards would change
 * their order (specification, section 7: cache invalidation).
 */
function markStale(client: QueryClient, ...paths: string[]): void {
  for (const path of paths) void client.invalidateQueries({ queryKey: [path], refetchType: "none" });
}

/** Whether a reaction failed because its prompt no longer exists. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && error.code === "prompt_not_found";
}

/**
 * Shows how a reaction ended, unless the person whose wish it was has left.
 * @returns false when the prompt is gone, which was told, or the person has left
 * @throws what the last call failed with otherwise
 */
async function settle(
  client: QueryClient,
  userId: string,
  id: number,
  { state, error }: Outcome<Partial<Reactions>>,
): Promise<boolean> {
  const isHere = getSession().user?.id === userId;
  if (isHere) {
    if (isGone(error)) dropCachedPrompt(client, id);
    else changeCachedPrompt(client, id, state);
    // Somebody whom the service no longer knows, or no longer lets in, is not logged in any more.
    if (error instanceof ApiError && (error.status === 401 || error.code === "user_banned")) {
      await checkSession();
    }
  }
  if (isGone(error)) {
    toast({ title: messages.notFound, description: messages.removedText, variant: "destructive" });
    // The button disappears with its prompt.
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
    return false;
  }
  if (error) throw error;
  return isHere;
}

/**
 * Shows a reaction at once, and then what the server says.
 * @param end of the call that was sent
 * @returns what holds; undefined for a click that others followed, and when the prompt or the person is gone
 * @throws as {@link settle}
 */
async function showReaction<State extends Partial<Reactions>>(
  client: QueryClient,
  userId: string,
  id: number,
  wanted: Partial<Reactions>,
  end: Promise<Outcome<State> | undefined>,
): Promise<State | undefined> {
  const release = holdRefetches(client);
  changeCachedPrompt(client, id, wanted);
  try {
    const outcome = await end;
    return outcome && (await settle(client, userId, id, outcome)) ? outcome.state : undefined;
  } finally {
    release();
  }
}

/**
 * Likes or unlikes a prompt for the person who is logged in.
 * @param prompt as it is shown at this moment
 * @returns true or false: it is liked now; undefined: a click that others followed, nobody is logged in, or the prompt is gone
 * @throws what the last call failed with; everything shown is as before then
 */
export async function setLiked(
  client: QueryClient,
  prompt: ReactablePrompt,
  liked: boolean,
): Promise<boolean | undefined> {
  const user = getSession().user;
  if (!user) return undefined;
  const { id, is_liked, likes_count } = prompt;
  const wanted = { is_liked: liked, likes_count: likes_count + Number(liked) - Number(is_liked) };
  const end = sendLike(id, liked, { is_liked, likes_count });
  const state = await showReaction(client, user.id, id, wanted, end);
  if (state) markStale(client, "/api/prompts", "/api/prompts/top");
  return state?.is_liked;
}

/**
 * Keeps a prompt among the favourites of the person who is logged in, or takes it out; otherwise as {@link setLiked}.
 */
export async function setFavorited(
  client: QueryClient,
  prompt: ReactablePrompt,
  favorited: boolean,
): Promise<boolean | undefined> {
  const user = getSession().user;
  if (!user) return undefined;
  const { id, is_favorited } = prompt;
  const end = sendFavorite(id, favorited, { is_favorited });
  const state = await showReaction(client, user.id, id, { is_favorited: favorited }, end);
  if (!state) return undefined;
  const favorites = `/api/users/${user.id}/favorites`;
  // Back on a list that may be on the screen: its card may have gone from there.
  if (state.is_favorited) void client.invalidateQueries({ queryKey: [favorites] });
  markStale(client, favorites, "/api/prompts/top");
  return state.is_favorited;
}
