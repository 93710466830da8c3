/** SQL of the list of all users. */
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { DB, Users } from "#platform/database/schema.ts";

type ListedUser = Pick<
  Selectable<Users>,
  "id" | "username" | "email" | "created_at" | "is_blocked" | "is_demo" | "removed_at"
>;

interface UserSearch {
  /** Part of a username or an e-mail address. */
  text: string;
  /** Id of a user who matches as well. */
  id: string | null;
}

/** The expression of the index `users_search`; LIKE's special characters are escaped. */
function matches(search: UserSearch | undefined): RawBuilder<unknown> {
  if (!search) return sql``;
  const escaped = search.text.replace(/[\\%_]/g, "\\$&");
  return sql`where (fold(username) || ' ' || email) like '%' || fold(without_invisible(${escaped})) || '%' or id = ${search.id}`;
}

/** A page of users, newest first. */
export async function selectUsers(
  db: Kysely<DB>,
  search: UserSearch | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedUser[]> {
  const { rows } = await sql<ListedUser>`
    select id, username, email, created_at, is_blocked, is_demo, removed_at from users ${matches(search)}
    order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Number of users, or of a search's results. */
export async function countUsers(db: Kysely<DB>, search: UserSearch | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from users ${matches(search)}`.execute(db);
  return rows[0]?.n ?? 0;
}
