/** SQL of users that other rooms need. */
import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** Public columns of a user, and whether the account is removed; undefined when there is none. */
export function findUser(db: Kysely<DB>, id: string) {
  return db
    .selectFrom("users")
    .where("id", "=", id)
    .select(["id", "username", "created_at", "removed_at"])
    .executeTakeFirst();
}

/** Users as moderation needs them: their addresses, and whether they are blocked or removed. */
export function findContacts(db: Kysely<DB>, ids: string[]) {
  return db
    .selectFrom("users")
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .select(["id", "email", "username", "is_blocked", "is_demo", "created_at"])
    .select(["removed_at", "blocked_before_removal"])
    .execute();
}

/** Whether an account is in its first day. */
export async function isNewAccount(db: Kysely<DB>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .where("id", "=", id)
    .select(sql<boolean>`created_at > now() - interval '1 day'`.as("is_new"))
    .executeTakeFirst();
  return row?.is_new === true;
}

const accountOf = (trx: Transaction<DB>, id: string) =>
  trx
    .selectFrom("users")
    .where("id", "=", id)
    .select(["id", "email", "username", "is_blocked", "is_demo", "removed_at"]);

/**
 * Locks a user until the transaction ends, by the strongest row lock: no row that references the user can be inserted
 * meanwhile.
 */
export const lockAccount = (trx: Transaction<DB>, id: string) =>
  accountOf(trx, id).forUpdate().executeTakeFirst();

/**
 * Locks a user until the transaction ends for long work in their name: one at a time, and neither blocked nor removed
 * meanwhile. What they do besides does not wait, which would hold connections.
 */
export const lockAccountForAdding = (trx: Transaction<DB>, id: string) =>
  accountOf(trx, id).forNoKeyUpdate().executeTakeFirst();
