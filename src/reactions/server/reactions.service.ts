/** Rules for likes and favourites: setting is idempotent, toggling flips, an unknown prompt is a 404. */
import { requireActive } from "#accounts/server/users/users.service.ts";
import type { Context } from "#platform/context.ts";
import type { AppError } from "#platform/http/errors.ts";
import type { FavoriteAnswer, LikeAnswer } from "#reactions/contract.ts";
import { openWriteBatching, type WriteReaction } from "./write-batching.ts";

/** Provided by the prompts room: this room owns the rows of reactions and knows only ids of prompts. */
export interface ReactedPrompts {
  /** @throws AppError 404 for a malformed prompt id */
  parseId(text: string): number;
  /** Current likes of a prompt; undefined when it does not exist. */
  countLikes(id: number): Promise<number | undefined>;
  notFound(): AppError;
}

interface Reactions {
  /**
   * Likes or unlikes a prompt.
   * @param wanted the requested state; undefined flips the current one
   * @returns the state after the call
   * @throws AppError 404 when the prompt does not exist, 401 when the user does not exist, 403 `user_banned` when
   *   blocked, 503 when too many reactions to the prompt are waiting
   */
  like(userId: string, promptId: number, wanted?: boolean): Promise<LikeAnswer>;
  /** The same for favourites. */
  favorite(userId: string, promptId: number, wanted?: boolean): Promise<FavoriteAnswer>;
}

/** The reactions of one process. Primary keys settle races: one row per user and prompt. */
export function openReactions(ctx: Pick<Context, "db">, prompts: ReactedPrompts): Reactions {
  const likes = openWriteBatching(ctx, prompts.countLikes, "likes");
  const favorites = openWriteBatching(ctx, prompts.countLikes, "favorites");

  async function react(write: WriteReaction, userId: string, promptId: number, wanted: boolean | undefined) {
    const { reacted, likesCount } = await write(promptId, { userId, wanted });
    if (likesCount === undefined) throw prompts.notFound();
    if (reacted?.removed || wanted === false) return { present: false, likesCount };
    requireActive(reacted);
    return { present: true, likesCount };
  }

  return {
    async like(userId, promptId, wanted) {
      const { present, likesCount } = await react(likes, userId, promptId, wanted);
      return { isLiked: present, likesCount };
    },
    async favorite(userId, promptId, wanted) {
      const { present } = await react(favorites, userId, promptId, wanted);
      return { isFavorited: present };
    },
  };
}
