/** SQL of what is stored of an account. */
import { type Kysely, type SqlBool, sql } from "kysely";
import { countRows } from "#platform/database/rows.ts";
import type { DB } from "#platform/database/schema.ts";

export async function selectAccount(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("users")
    .where("id", "=", userId)
    .select([
      "id",
      "username",
      "email",
      "metadata",
      "created_at",
      "email_confirmed_at",
      "last_sign_in_at",
      "recovery_sent_at",
      "updated_at",
    ])
    .executeTakeFirst();
}

/** @param named an e-mail address, or a username however it is spelt */
export async function selectAccountId(db: Kysely<DB>, named: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where(
      named.includes("@")
        ? sql<SqlBool>`email = lower(${named})`
        : sql<SqlBool>`fold(username) = fold(${named})`,
    )
    .executeTakeFirst();
  return row?.id;
}

export async function selectSessions(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("sessions")
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .select(["user_agent", "ip", "auth_method", "created_at", "refreshed_at"])
    .execute();
}

/** When each browser that the account knows logged in last. */
export async function selectKnownDevices(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("known_devices")
    .where("user_id", "=", userId)
    .orderBy("used_at")
    .select("used_at")
    .execute();
}

/** Of API keys, what tells nothing of the key itself. */
export async function selectApiKeys(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("api_keys")
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .select(["name", "prefix", "scopes", "created_at", "expires_at", "revoked_at", "last_used_at"])
    .execute();
}

export const countSessions = (db: Kysely<DB>, userId: string) =>
  countRows(db.selectFrom("sessions").where("user_id", "=", userId));
