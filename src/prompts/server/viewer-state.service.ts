/** Viewer state: the current like count of prompts, and the viewer's own reactions. */
import type { Context } from "#platform/context.ts";
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import type { ReactedPrompts } from "#reactions/server/reactions.service.ts";
import { parsePromptId, promptNotFound } from "./prompt-id.ts";
import { selectLikesCount, selectViewerStates, type ViewerStateRow } from "./viewer-state.queries.ts";

/** What the reactions room needs to know about prompts. */
export function reactedPrompts({ batchedReads }: Pick<Context, "batchedReads">): ReactedPrompts {
  return {
    parseId: parsePromptId,
    notFound: promptNotFound,
    countLikes: (id) => selectLikesCount(batchedReads, id),
  };
}

/** The like count, and the viewer's own reactions. */
export type ViewerState = Omit<ViewerStateRow, "prompt_id">;

/**
 * Joins viewer state to prompts from the response cache. The counts are current, so that users see their own like
 * at once.
 * @param prompts from the cache, up to two seconds old; not modified
 * @returns copies in the same order; a prompt deleted meanwhile keeps its cached state
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
