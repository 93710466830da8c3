/** Rules of likes and favourites: setting is idempotent, toggling flips, an unknown prompt is a 404. */
import { requireActive } from "#accounts/server/users/users.service.ts";
import type { Context } from "#platform/context.ts";
import type { AppError } from "#platform/http/errors.ts";
import type { FavoriteAnswer, LikeAnswer } from "#reactions/contract.ts";
import { openWriteBatching, type WriteReaction } from "./write-batching.ts";

export {
  countFavorites,
  countReactionsOf,
  deleteReactionsOf,
  deleteReactionsTo,
} from "./reactions.queries.ts";

/** What the owner of prompts answers: this room has the rows of reactions, and knows of a prompt its id alone. */
export interface ReactedPrompts {
  /** @throws AppError 404 for a text that is no prompt's id */
  parseId(text: string): number;
  /** Likes of a prompt by now; undefined when there is no such prompt. */
  countLikes(id: number): Promise<number | undefined>;
  notFound(): AppError;
}

export interface Reactions {
  /**
   * Likes a prompt, or takes that back.
   * @param wanted the state asked for; undefined flips the present one
   * @returns the state after the call
   * @throws AppError 404 when there is no such prompt, 401 when the person is gone, 403 `user_banned` when they were
   *   blocked, 503 when too many react to the prompt at once
   */
  like(userId: string, promptId: number, wanted?: boolean): Promise<LikeAnswer>;
  /** The same for favourites. */
  favorite(userId: string, promptId: number, wanted?: boolean): Promise<FavoriteAnswer>;
}

/** The reactions of one process. Rows settle every race: the tables' keys allow one per person and prompt. */
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
