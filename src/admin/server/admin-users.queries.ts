/** SQL of the admin's list of users. */
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

export interface AdminUserRow {
  id: string;
  username: string;
  email: string;
  created_at: Date;
  is_blocked: boolean;
  is_demo: boolean;
  prompts_count: number;
  likes_count: number;
  favorites_count: number;
}

export interface UserSearch {
  /** Part of a username or an e-mail address. */
  text: string;
  /** Id of a user who matches as well. */
  id: string | null;
}

/** The expression of the index `users_search`; LIKE's special characters are escaped. */
function matches(search: UserSearch | undefined): RawBuilder<unknown> {
  if (!search) return sql``;
  const escaped = search.text.replace(/[\\%_]/g, "\\$&");
  return sql`where (fold(username) || ' ' || email) like '%' || fold(${escaped}) || '%' or id = ${search.id}`;
}

/** A page of users, newest first. */
export async function selectAdminUsers(
  db: Kysely<DB>,
  search: UserSearch | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<AdminUserRow[]> {
  const { rows } = await sql<AdminUserRow>`
    select u.id, u.username, u.email, u.created_at, u.is_blocked, u.is_demo,
      (select count(*) from prompts p where p.user_id = u.id) as prompts_count,
      (select count(*) from likes l where l.user_id = u.id) as likes_count,
      (select count(*) from favorites f where f.user_id = u.id) as favorites_count
    from (
      select id, username, email, created_at, is_blocked, is_demo from users ${matches(search)}
      order by created_at desc, id desc limit ${limit} offset ${offset}
    ) u
    order by u.created_at desc, u.id desc`.execute(db);
  return rows;
}

/** Number of users, or of a search's results. */
export async function countAdminUsers(db: Kysely<DB>, search: UserSearch | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from users ${matches(search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Locks a user's prompts until the transaction ends, so that their number stays; in the order in which a removal
 * locks them.
 * @returns how many
 */
export async function lockPromptsOf(trx: Transaction<DB>, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from prompts where user_id = ${userId} order by id for update) held`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

/** Deletes all likes and favourites of a user. @returns their number */
export async function deleteReactionsOf(trx: Transaction<DB>, userId: string): Promise<number> {
  const likes = await trx.deleteFrom("likes").where("user_id", "=", userId).executeTakeFirst();
  const favorites = await trx.deleteFrom("favorites").where("user_id", "=", userId).executeTakeFirst();
  return Number(likes.numDeletedRows + favorites.numDeletedRows);
}
