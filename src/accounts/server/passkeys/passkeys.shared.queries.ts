/** SQL of passkeys that other rooms need. */
import { type Kysely, type SqlBool, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** Those of these users who have no passkey, by name. */
export function selectWithoutPasskeys(db: Kysely<DB>, ids: string[], email: string) {
  return db
    .selectFrom("users as u")
    .leftJoin("passkeys as p", "p.user_id", "u.id")
    .where("p.id", "is", null)
    .where(sql<SqlBool>`(u.id = any(${ids}::uuid[]) or u.email = ${email})`)
    .select("u.username")
    .orderBy("u.username")
    .execute();
}

/** How many passkeys each of these users has, since when, and when they go, if somebody asked for it. */
export function selectPasskeyStates(db: Kysely<DB>, ids: string[]) {
  return db
    .selectFrom("users as u")
    .leftJoin("passkey_resets as r", "r.user_id", "u.id")
    .where(sql<SqlBool>`u.id = any(${ids}::uuid[])`)
    .select(["u.id", "r.due_at"])
    .select(sql<number>`(select count(*)::int from passkeys where user_id = u.id)`.as("passkeys"))
    .select(sql<Date | null>`(select min(created_at) from passkeys where user_id = u.id)`.as("first_at"))
    .execute();
}

/** A user's passkeys as mails name them, the oldest first. */
export function selectPasskeyNames(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("passkeys")
    .where("user_id", "=", userId)
    .select(["name", "created_at"])
    .orderBy("created_at")
    .execute();
}
