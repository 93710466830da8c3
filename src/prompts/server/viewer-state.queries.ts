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

/** A viewer's likes and favourites among some prompts, with current counts: three look-ups by primary key. */
export function selectViewerStates(
  reads: BatchedReads,
  viewerId: string,
  promptIds: number[],
): Promise<ViewerStateRow[]> {
  return reads.ask<ViewerStateRow>({
    name: "viewer_state",
    text: `select s.prompt_id, s.likes_count,
        exists (select from likes l where l.user_id = $1 and l.prompt_id = s.prompt_id) as is_liked,
        exists (select from favorites f where f.user_id = $1 and f.prompt_id = s.prompt_id) as is_favorited
      from prompt_stats s
      where s.prompt_id = any($2::bigint[])`,
    values: [viewerId, promptIds],
    acceptsReplica: () => true,
  });
}
