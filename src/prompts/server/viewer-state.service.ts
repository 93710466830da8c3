/** Viewer state: the current like count of prompts, and the viewer's own reactions. */
import type { Context } from "#platform/context.ts";
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import type { ReactedPrompts } from "#reactions/server/reactions.service.ts";
import { parsePromptId, promptNotFound } from "./prompt-id.ts";
import {
  selectLikesCount,
  selectViewerState,
  selectViewerStates,
  type ViewerStateRow,
} from "./viewer-state.queries.ts";

/** Prompts as the room of reactions needs them. */
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
 * Reads the viewer's state of some prompts. The counts are current, so that users see their own like at once.
 * @returns by prompt id, without those deleted meanwhile
 */
export async function findViewerStates(
  reads: BatchedReads,
  viewerId: string,
  prompts: readonly { id: number }[],
): Promise<Map<number, ViewerState>> {
  if (prompts.length === 0) return new Map();
  const ids = prompts.map(({ id }) => id);
  const rows = await selectViewerStates(reads, viewerId, ids);
  return new Map(rows.map(({ prompt_id, ...state }) => [prompt_id, state]));
}

/** Reads the viewer's state of one prompt, for its page; undefined when it was deleted meanwhile. */
export async function findViewerState(
  reads: BatchedReads,
  viewerId: string,
  promptId: number,
): Promise<(ViewerState & { has_answered?: true }) | undefined> {
  const row = await selectViewerState(reads, viewerId, promptId);
  if (!row) return undefined;
  const { prompt_id, has_answered, ...state } = row;
  return has_answered ? { ...state, has_answered } : state;
}

/**
 * Joins viewer state to prompts.
 * @returns copies in the same order; a prompt deleted meanwhile keeps its state
 */
export async function withViewerState<T extends ViewerState & { id: number }>(
  reads: BatchedReads,
  viewerId: string,
  prompts: readonly T[],
): Promise<T[]> {
  const states = await findViewerStates(reads, viewerId, prompts);
  return prompts.map((prompt) => ({ ...prompt, ...states.get(prompt.id) }));
}
