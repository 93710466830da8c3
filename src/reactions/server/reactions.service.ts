/** Rules of likes and favourites: setting is idempotent, toggling flips, an unknown prompt is a 404. */
import { requireActive } from "#accounts/server/users/users.service.ts";
import type { Context } from "#platform/context.ts";
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import { AppError } from "#platform/http/errors.ts";
import type { FavoriteAnswer, LikeAnswer } from "#reactions/contract.ts";
import { messages } from "#reactions/messages.ts";
import { selectViewerStates } from "./reactions.queries.ts";
import { openWriteBatching, type WriteReaction } from "./write-batching.ts";

const promptNotFound = () => new AppError(404, "prompt_not_found", messages.promptNotFound);

/** A prompt's id from a path: digits that a JavaScript number holds exactly. Anything else names no prompt. */
export function parsePromptId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  if (!Number.isSafeInteger(id) || id === 0) throw promptNotFound();
  return id;
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
export function openReactions(ctx: Pick<Context, "db" | "batchedReads">): Reactions {
  const likes = openWriteBatching(ctx, "likes");
  const favorites = openWriteBatching(ctx, "favorites");

  async function react(write: WriteReaction, userId: string, promptId: number, wanted: boolean | undefined) {
    const { reacted, likesCount } = await write(promptId, { userId, wanted });
    if (likesCount === undefined) throw promptNotFound();
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

/** What a prompt shows of its reactions: the count, and the viewer's own. */
export interface ViewerState {
  likes_count: number;
  is_liked: boolean;
  is_favorited: boolean;
}

/**
 * Joins a viewer's state to prompts that were read for everybody. The counts are those of this moment, so that whoever likes
 * sees it at once.
 * @param prompts as everybody sees them, perhaps up to two seconds old; they are not changed
 * @returns copies in the same order; a prompt that is gone by now keeps what everybody saw
 */
export async function withViewerState<T extends ViewerState & { id: number }>(
  reads: BatchedReads,
  viewerId: string,
  prompts: readonly T[],
): Promise<T[]> {
  if (prompts.length === 0) return [];
  const rows = await selectViewerStates(
    reads,
    viewerId,
    prompts.map(({ id }) => id),
  );
  const states = new Map(rows.map(({ prompt_id, ...state }) => [prompt_id, state]));
  return prompts.map((prompt) => ({ ...prompt, ...states.get(prompt.id) }));
}
