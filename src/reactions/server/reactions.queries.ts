/** SQL of likes and favourites: one row per person and prompt; the like count follows by trigger, in the same statement. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database.ts";

export type ReactionTable = "likes" | "favorites";

/**
 * Adds a reaction, unless it is there or its person is blocked. The person is held as the foreign key would hold them: who
 * comes while they are being blocked or removed waits, and then sees them as they are by then.
 * @returns the person; undefined when they are gone
 */
export async function insertReaction(
  db: Kysely<DB>,
  table: ReactionTable,
  userId: string,
  promptId: number,
): Promise<{ is_blocked: boolean } | undefined> {
  const { rows } = await sql<{ is_blocked: boolean }>`
    with person as (select id, is_blocked from users where id = ${userId} for key share),
      added as (
        insert into ${sql.table(table)} (user_id, prompt_id)
        select id, ${promptId}::bigint from person where not is_blocked
        on conflict do nothing
      )
    select is_blocked from person`.execute(db);
  return rows[0];
}

/** @returns whether there was a row */
export async function deleteReaction(
  db: Kysely<DB>,
  table: ReactionTable,
  userId: string,
  promptId: number,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom(table)
    .where("user_id", "=", userId)
    .where("prompt_id", "=", promptId)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** Likes of a prompt; undefined when there is no such prompt. */
export async function selectLikesCount(db: Kysely<DB>, promptId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("prompt_stats")
    .select("likes_count")
    .where("prompt_id", "=", promptId)
    .executeTakeFirst();
  return row?.likes_count;
}

export interface MarkRow {
  prompt_id: number;
  likes_count: number;
  is_liked: boolean;
  is_favorited: boolean;
}

/** A person's marks on the prompts of a page, with the counts of this moment: one statement over three primary keys. */
export async function selectMarks(db: Kysely<DB>, userId: string, promptIds: number[]): Promise<MarkRow[]> {
  const { rows } = await sql<MarkRow>`
    select s.prompt_id, s.likes_count,
      exists (select from likes l where l.user_id = ${userId} and l.prompt_id = s.prompt_id) as is_liked,
      exists (select from favorites f where f.user_id = ${userId} and f.prompt_id = s.prompt_id) as is_favorited
    from prompt_stats s
    where s.prompt_id = any(${promptIds}::bigint[])
  `.execute(db);
  return rows;
}
