/** SQL of likes and favourites: one row per person and prompt; the like count follows by trigger, in the same statement. */
import { CompiledQuery, type Kysely } from "kysely";
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import type { DB } from "#platform/database/schema.ts";

export type ReactionTable = "likes" | "favorites";

/** What a person wants of a prompt: a reaction, none, or (undefined) the opposite of what is there. */
export interface PendingReaction {
  userId: string;
  wanted: boolean | undefined;
}

export interface Reacted {
  is_blocked: boolean;
  /** Whether a reaction was taken away. If not, a wanted one is there by now, unless the person is blocked. */
  removed: boolean;
}

/**
 * Fulfils wishes for one prompt in one statement, so that its count's row is held once for all of them. The people are held
 * as the foreign key would hold them. Who is being blocked or removed is waited for, and then seen as they are by then, when
 * they wish alone; among others they are passed over, so that nobody waits for a stranger.
 * @param reactions one for each person at most
 * @returns what became of each person's wish; nothing of those who are gone, or were passed over
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

/** A person's marks on the prompts of a page, with the counts of this moment, by three primary keys. */
export function selectViewerStates(
  reads: BatchedReads,
  userId: string,
  promptIds: number[],
): Promise<ViewerStateRow[]> {
  return reads.ask<ViewerStateRow>({
    name: "marks",
    text: `select s.prompt_id, s.likes_count,
        exists (select from likes l where l.user_id = $1 and l.prompt_id = s.prompt_id) as is_liked,
        exists (select from favorites f where f.user_id = $1 and f.prompt_id = s.prompt_id) as is_favorited
      from prompt_stats s
      where s.prompt_id = any($2::bigint[])`,
    values: [userId, promptIds],
  });
}
