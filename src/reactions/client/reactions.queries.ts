/** Mutations of likes and favourites: optimistic, then confirmed by the server, reverted on failure. */
import type { QueryClient } from "@tanstack/react-query";
import { checkSession, getSession } from "#accounts/client/session.ts";
import { ApiError, fetchApi } from "#platform/client/api.ts";
import type { FavoriteAnswer, LikeAnswer } from "#reactions/contract.ts";
import {
  askAgainForAnswersUnderWay,
  changeCachedPrompt,
  dropCachedPrompt,
  type ReactablePrompt,
  type Reactions,
} from "./cached-prompts.ts";
import { createReactionQueue, type Outcome } from "./reaction-queue.ts";

type Liked = Pick<Reactions, "is_liked" | "likes_count">;
type Favorited = Pick<Reactions, "is_favorited">;

const likes = createReactionQueue<Liked>(async (id, liked) => {
  const answer = await fetchApi<LikeAnswer>(`/api/prompts/${id}/like`, { method: "POST", body: { liked } });
  return { is_liked: answer.isLiked, likes_count: answer.likesCount };
});

const favorites = createReactionQueue<Favorited>(async (id, favorited) => {
  const answer = await fetchApi<FavoriteAnswer>(`/api/prompts/${id}/favorite`, {
    method: "POST",
    body: { favorited },
  });
  return { is_favorited: answer.isFavorited };
});

/**
 * Queries that a reaction makes stale: refetched when next shown, not while visible, where the cards would change
 * their order (specification, section 7: cache invalidation).
 */
function markStale(client: QueryClient, ...paths: string[]): void {
  for (const path of paths) void client.invalidateQueries({ queryKey: [path], refetchType: "none" });
}

/** Whether a reaction failed because its prompt no longer exists. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && error.code === "prompt_not_found";
}

/** Puts what holds at the end into the cache, unless the person whose wish it was has left. */
async function settle(
  client: QueryClient,
  userId: string,
  id: number,
  { state, error }: Outcome<Partial<Reactions>>,
): Promise<void> {
  if (getSession().user?.id !== userId) return;
  if (isGone(error)) dropCachedPrompt(client, id);
  else changeCachedPrompt(client, id, state);
  askAgainForAnswersUnderWay(client);
  // Somebody whom the service no longer knows, or no longer lets in, is not logged in any more.
  if (error instanceof ApiError && (error.status === 401 || error.code === "user_banned")) {
    await checkSession().catch(() => undefined);
  }
}

/**
 * Likes or unlikes a prompt for the person who is logged in.
 * @param prompt as it is shown at this moment
 * @returns true or false: it is liked now; undefined: a click that others followed, or nobody is logged in
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
  const end = likes(id, liked, { is_liked, likes_count });
  changeCachedPrompt(client, id, {
    is_liked: liked,
    likes_count: likes_count + Number(liked) - Number(is_liked),
  });
  const outcome = await end;
  if (!outcome) return undefined;
  await settle(client, user.id, id, outcome);
  if (outcome.error) throw outcome.error;
  markStale(client, "/api/prompts", "/api/prompts/top");
  return outcome.state.is_liked;
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
  const end = favorites(id, favorited, { is_favorited });
  changeCachedPrompt(client, id, { is_favorited: favorited });
  const outcome = await end;
  if (!outcome) return undefined;
  await settle(client, user.id, id, outcome);
  if (outcome.error) throw outcome.error;
  markStale(client, `/api/users/${user.id}/favorites`, "/api/prompts/top");
  return outcome.state.is_favorited;
}
