/** SQL of an account's own records. */
import { type Kysely, type SqlBool, sql } from "kysely";
import { type Database, inLongTransaction } from "#platform/database/db.ts";
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
      "entered_without_password_at",
      "updated_at",
    ])
    .executeTakeFirst();
}

/** @param named an e-mail address, or a username however it is spelt */
export async function findAccountId(db: Kysely<DB>, named: string): Promise<string | undefined> {
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

/** The parts of API keys that tell nothing of the key itself. */
export async function selectApiKeys(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("api_keys")
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .select(["name", "prefix", "scopes", "created_at", "expires_at", "revoked_at", "last_used_at"])
    .execute();
}

/** What the account is linked to at issuers. */
export async function selectIdentities(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("identities")
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .select(["issuer", "subject", "email", "created_at", "last_used_at"])
    .execute();
}

/** What the site has of passkeys, all of it public; the keys themselves are on the user's devices. */
export async function selectPasskeys(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("passkeys")
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .select(["name", "credential_id", "counter", "transports", "backed_up", "created_at", "last_used_at"])
    .select(sql<string>`encode(public_key, 'base64')`.as("public_key"))
    .execute();
}

/** How many sessions, linked accounts and passkeys an account has. */
export function countAccess(db: Kysely<DB>, userId: string) {
  const rowsOf = <Name extends "sessions" | "identities" | "passkeys">(table: Name) =>
    sql<number>`(select count(*)::int from ${sql.table(table)} where user_id = ${userId})`.as(table);
  return db
    .selectNoFrom([rowsOf("sessions"), rowsOf("identities"), rowsOf("passkeys")])
    .executeTakeFirstOrThrow();
}

/** A user's records of access, oldest first. Reads all rows: decision 19. */
export function readAccessRecords(ctx: Pick<Database, "slowDb">, userId: string) {
  return inLongTransaction(ctx, (trx) =>
    trx
      .selectFrom("access_records")
      .where("user_id", "=", userId)
      .select(["at", "address", "port", "action"])
      .orderBy("at")
      .execute(),
  );
}
