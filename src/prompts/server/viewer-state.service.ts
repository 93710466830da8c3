/** What a prompt shows of reactions: their count at this moment, and the viewer's own. */
import type { Context } from "#platform/context.ts";
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import type { ReactedPrompts } from "#reactions/server/reactions.service.ts";
import { parsePromptId, promptNotFound } from "./prompt-id.ts";
import { selectLikesCount, selectViewerStates } from "./viewer-state.queries.ts";

/** What the room of reactions has to know of prompts. */
export function reactedPrompts({ batchedReads }: Pick<Context, "batchedReads">): ReactedPrompts {
  return {
    parseId: parsePromptId,
    notFound: promptNotFound,
    countLikes: (id) => selectLikesCount(batchedReads, id),
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
