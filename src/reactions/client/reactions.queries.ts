/** Calls that like and favourite: of several presses on one prompt, the last holds. */
import { fetchApi } from "#platform/client/api.ts";
import type { FavoriteAnswer, LikeAnswer } from "#reactions/contract.ts";
import { createReactionQueue } from "./reaction-queue.ts";

/** A prompt's reactions as shown. */
export interface Reactions {
  is_liked: boolean;
  likes_count: number;
  is_favorited: boolean;
}

/** The part of a prompt that reactions use. */
export interface ReactablePrompt extends Reactions {
  id: number;
  title: string;
}

export const sendLike = createReactionQueue<Pick<Reactions, "is_liked" | "likes_count">>(
  async (id, liked) => {
    const answer = await fetchApi<LikeAnswer>(`/api/prompts/${id}/like`, { method: "POST", body: { liked } });
    return { is_liked: answer.isLiked, likes_count: answer.likesCount };
  },
);

export const sendFavorite = createReactionQueue<Pick<Reactions, "is_favorited">>(async (id, favorited) => {
  const answer = await fetchApi<FavoriteAnswer>(`/api/prompts/${id}/favorite`, {
    method: "POST",
    body: { favorited },
  });
  return { is_favorited: answer.isFavorited };
});
