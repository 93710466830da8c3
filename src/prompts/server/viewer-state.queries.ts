/** SQL of viewer state: what differs by viewer and moment, apart from the shared lists. */
import type { BatchedReads } from "#platform/database/batched-reads.ts";

/** Likes of a prompt; undefined when there is no such prompt. */
export async function selectLikesCount(reads: BatchedReads, promptId: number): Promise<number | undefined> {
  const [row] = await reads.ask<{ likes_count: number }>({
    name: "likes_count",
    text: "select likes_count from prompt_stats where prompt_id = $1",
    values: [promptId],
  });
  return row?.likes_count;
}

export interface ViewerStateRow {
  prompt_id: number;
  likes_count: number;
  is_liked: boolean;
  is_favorited: boolean;
}

const COLUMNS = `s.prompt_id, s.likes_count,
  exists (select from likes l where l.user_id = $1 and l.prompt_id = s.prompt_id) as is_liked,
  exists (select from favorites f where f.user_id = $1 and f.prompt_id = s.prompt_id) as is_favorited`;

/** A viewer's likes and favourites among some prompts, with current counts: three look-ups by primary key. */
export function selectViewerStates(
  reads: BatchedReads,
  viewerId: string,
  promptIds: number[],
): Promise<ViewerStateRow[]> {
  return reads.ask<ViewerStateRow>({
    name: "viewer_state",
    text: `select ${COLUMNS}
      from prompt_stats s
      where s.prompt_id = any($2::bigint[])`,
    values: [viewerId, promptIds],
    acceptsReplica: () => true,
  });
}

/** The same of one prompt, and whether the viewer has said of it, as it is now, whether it worked: one look-up more. */
export async function selectViewerState(
  reads: BatchedReads,
  viewerId: string,
  promptId: number,
): Promise<(ViewerStateRow & { has_answered: boolean }) | undefined> {
  const [row] = await reads.ask<ViewerStateRow & { has_answered: boolean }>({
    name: "viewer_state_of_one",
    text: `select ${COLUMNS}, exists (select from results r
        where r.prompt_id = s.prompt_id and r.version = s.version and r.user_id = $1) as has_answered
      from prompt_stats s
      where s.prompt_id = $2`,
    values: [viewerId, promptId],
    acceptsReplica: () => true,
  });
  return row;
}
