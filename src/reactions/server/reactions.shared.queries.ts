/** SQL of likes and favourites that other rooms need. */
import { type Kysely, type SqlBool, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** Numbers of likes and favourites of each of some users, in the given order, by index scans of the primary keys. */
export async function countReactionsOf(
  db: Kysely<DB>,
  userIds: string[],
): Promise<{ likes: number; favorites: number }[]> {
  const { rows } = await sql<{ likes: number; favorites: number }>`
    select (select count(*) from likes where likes.user_id = person.id) as likes,
      (select count(*) from favorites where favorites.user_id = person.id) as favorites
    from unnest(${userIds}::uuid[]) with ordinality as person (id, place) order by place
  `.execute(db);
  return rows;
}

/** Numbers of one user's likes and favourites, with those that wait while the account is removed. */
export async function countKeptReactionsOf(
  db: Kysely<DB>,
  userId: string,
): Promise<{ likes: number; favorites: number }> {
  const { rows } = await sql<{ likes: number; favorites: number }>`
    select count(*) filter (where kind = 'likes') as likes, count(*) filter (where kind = 'favorites') as favorites
    from (
      select 'likes' as kind from likes where user_id = ${userId}
      union all select 'favorites' from favorites where user_id = ${userId}
      union all select kind from withdrawn_reactions where user_id = ${userId}
    ) kept
  `.execute(db);
  return rows[0] ?? { likes: 0, favorites: 0 };
}

/** Deletes all likes and favourites of some prompts, favourites first. */
export async function deleteReactionsTo(db: Kysely<DB>, promptIds: number[]): Promise<void> {
  for (const table of ["favorites", "likes"] as const) {
    await db.deleteFrom(table).where(sql<SqlBool>`prompt_id = any(${promptIds}::bigint[])`).execute();
  }
}

/** A reaction of the site where this one was before. */
export interface MovedReaction {
  user_id: string;
  prompt_id: number;
  /** As PostgreSQL writes times. */
  created_at: string;
}

/** Adds reactions as they were, to hidden prompts too; those that are there already stay. @returns how many are new */
export async function insertMovedReactions(
  trx: Kysely<DB>,
  table: "likes" | "favorites",
  rows: readonly MovedReaction[],
): Promise<number> {
  await sql`set local prompteca.moving_in = 'on'`.execute(trx);
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(table)} (user_id, prompt_id, created_at)
    select user_id, prompt_id, created_at
    from unnest(${rows.map((row) => row.user_id)}::uuid[], ${rows.map((row) => row.prompt_id)}::bigint[],
      ${rows.map((row) => row.created_at)}::timestamptz[]) as moved (user_id, prompt_id, created_at)
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows);
}

/** Takes back those that were taken back at the old site since they were moved. */
export async function deleteMovedReactions(
  trx: Kysely<DB>,
  table: "likes" | "favorites",
  rows: readonly Omit<MovedReaction, "created_at">[],
): Promise<void> {
  await sql`
    delete from ${sql.table(table)} t
    using unnest(${rows.map((row) => row.user_id)}::uuid[], ${rows.map((row) => row.prompt_id)}::bigint[])
      as gone (user_id, prompt_id)
    where t.user_id = gone.user_id and t.prompt_id = gone.prompt_id`.execute(trx);
}
