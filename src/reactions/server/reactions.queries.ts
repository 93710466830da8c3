/** SQL of likes and favourites: one row per person and prompt; the like count follows by trigger, in the same statement. */
import { CompiledQuery, type Kysely } from "kysely";
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import type { DB } from "#platform/database/schema.ts";

export type ReactionTable = "likes" | "favorites";

/** What a person asks for: a reaction to a prompt, none, or (undefined) the opposite of the present state. */
export interface PendingReaction {
  userId: string;
  wanted: boolean | undefined;
}

export interface Reacted {
  is_blocked: boolean;
  /** Whether a reaction was removed. If not, a wanted one exists now, unless the person is blocked. */
  removed: boolean;
}

/**
 * Writes reactions to one prompt in one statement, which locks the row of its count once for all of them. It locks the people as
 * the foreign key would. A person whose row is locked, because they are being blocked or removed, is skipped in a batch, so that
 * nobody waits for a stranger, and waited for when alone.
 * @param reactions one for each person at most
 * @returns the outcome by person; people who no longer exist or were skipped are absent
 */
export async function writeReactions(
  db: Kysely<DB>,
  table: ReactionTable,
  promptId: number,
  reactions: readonly PendingReaction[],
): Promise<Map<string, Reacted>> {
  const people = reactions.map((wish) => wish.userId);
  const wanted = reactions.map((wish) => wish.wanted ?? null);
  const statement = reactions.length > 1 ? reacting(table, "skip locked") : reacting(table, "");
  const { rows } = await db.executeQuery<Reacted & { id: string }>(
    CompiledQuery.raw(statement, [people, wanted, promptId]),
  );
  return new Map(rows.map(({ id, ...reacted }) => [id, reacted]));
}

const reacting = (table: ReactionTable, patience: "skip locked" | "") => `
    with person as (
        select users.id, users.is_blocked, asked.wanted
        from unnest($1::uuid[], $2::boolean[]) as asked (id, wanted) join users using (id)
        order by users.id for key share of users ${patience}
      ),
      removed as (
        delete from ${table} using person
        where ${table}.user_id = person.id and ${table}.prompt_id = $3::bigint
          and person.wanted is not true
        returning person.id
      ),
      added as (
        insert into ${table} (user_id, prompt_id)
        select id, $3::bigint from person
        where not is_blocked and wanted is not false and id not in (select id from removed)
        order by id
        on conflict do nothing
      )
    select id, is_blocked, id in (select id from removed) as removed from person`;

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

/** What a viewer has liked and saved of some prompts, with the counts of this moment: three lookups by primary key. */
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
  });
}
