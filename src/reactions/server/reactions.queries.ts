/** SQL of likes and favourites: one row per user and prompt; a trigger updates the like count in the same statement. */
import { CompiledQuery, type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

export type ReactionTable = "likes" | "favorites";

/** The requested state: a reaction, none, or (undefined) the opposite of the current state. */
export interface PendingReaction {
  userId: string;
  wanted: boolean | undefined;
}

export interface Reacted {
  is_blocked: boolean;
  /** Whether a reaction was removed. If not, a requested one exists now, unless the user is blocked. */
  removed: boolean;
}

/**
 * Writes reactions to one prompt in one statement, which locks the row of its count once for all. It locks users as the
 * foreign key would. A user whose row is locked, because of a block or deletion in progress, is skipped in a batch, so that
 * others do not wait, and waited for when alone.
 * @param reactions at most one per user
 * @returns outcomes by user; users who do not exist or were skipped are absent
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

/** Deletes all likes and favourites of a user. @returns their number */
export async function deleteReactionsOf(trx: Transaction<DB>, userId: string): Promise<number> {
  const likes = await trx.deleteFrom("likes").where("user_id", "=", userId).executeTakeFirst();
  const favorites = await trx.deleteFrom("favorites").where("user_id", "=", userId).executeTakeFirst();
  return Number(likes.numDeletedRows + favorites.numDeletedRows);
}

/** Deletes all likes and favourites of some prompts, favourites first. */
export async function deleteReactionsTo(db: Kysely<DB>, promptIds: number[]): Promise<void> {
  for (const table of ["favorites", "likes"] as const) {
    await db.deleteFrom(table).where(sql<SqlBool>`prompt_id = any(${promptIds}::bigint[])`).execute();
  }
}
