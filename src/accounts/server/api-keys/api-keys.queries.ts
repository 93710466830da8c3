/** SQL of API keys. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import { countRows } from "#platform/database/rows.ts";
import type { ApiKeys, DB, Users } from "#platform/database/schema.ts";

/** A key and who it belongs to. */
export type KeyRow = Pick<Selectable<Users>, "email" | "username" | "is_blocked"> &
  Pick<Selectable<ApiKeys>, "id" | "user_id" | "scopes"> & { is_revoked: boolean; is_expired: boolean };

/** Runs at every call with a key. */
export async function selectKey(reads: BatchedReads, hash: Buffer): Promise<KeyRow | undefined> {
  const [row] = await reads.ask<KeyRow>({
    name: "api_key",
    text: `select k.id, k.user_id, k.scopes, k.revoked_at is not null as is_revoked,
        k.expires_at <= now() as is_expired, u.email, u.username, u.is_blocked
      from api_keys k join users u on u.id = k.user_id
      where k.key_hash = $1`,
    values: [hash],
  });
  return row;
}

const LISTED = ["id", "name", "prefix", "scopes", "created_at", "expires_at", "last_used_at"] as const;

/** @param days how long the key is valid */
export async function insertKey(
  trx: Transaction<DB>,
  key: Pick<Insertable<ApiKeys>, "user_id" | "name" | "prefix" | "key_hash" | "scopes">,
  days: number,
) {
  return trx
    .insertInto("api_keys")
    .values({ ...key, expires_at: sql`now() + make_interval(days => ${days})` })
    .returning(LISTED)
    .executeTakeFirstOrThrow();
}

/** A user's keys that were not revoked, the newest first; expired ones too, for as long as they are kept. */
export async function selectKeysOf(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("api_keys")
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .select(LISTED)
    .execute();
}

/** How many keys of a user are valid. */
export const countValidKeys = (db: Kysely<DB>, userId: string) =>
  countRows(
    db.selectFrom("api_keys").where("user_id", "=", userId).where("expires_at", ">", sql<Date>`now()`),
  );

/**
 * Revokes a user's keys, or one of them.
 * @returns how many were not revoked before
 */
export async function revokeKeys(db: Kysely<DB>, userId: string, id?: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("api_keys")
    .set({ revoked_at: sql`now()`, expires_at: sql`least(expires_at, now())` })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .$if(id !== undefined, (query) => query.where("id", "=", id as string))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Notes when keys were used, each at most once a minute. A row that another process is writing is left to it.
 * @param ids a batch
 */
export async function updateLastUses(db: Kysely<DB>, ids: readonly string[]): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ last_used_at: sql`now()` })
    .where("id", "in", (due) =>
      due
        .selectFrom("api_keys")
        .where("id", "=", sql<string>`any(${ids}::uuid[])`)
        .where((used) =>
          used.or([
            used("last_used_at", "is", null),
            used("last_used_at", "<", sql<Date>`now() - interval '1 minute'`),
          ]),
        )
        .select("id")
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute();
}

/** Until then, a program that uses an ended key reads that it was revoked or has expired. */
export async function deleteEndedKeys(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom("api_keys").where("expires_at", "<", sql<Date>`now() - interval '90 days'`).execute();
}
