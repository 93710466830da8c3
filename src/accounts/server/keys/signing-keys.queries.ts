/** SQL of the signing keys. */
import type { JWK } from "jose";
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** Locks until the transaction ends, so that only one process at a time reads or creates keys. */
export async function lockSigningKeys(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('signing_keys', 0))`.execute(trx);
}

/** Active keys with their age in seconds, newest first. */
export async function selectSigningKeys(
  db: Kysely<DB>,
): Promise<{ kid: string; public_jwk: JWK; private_key: Buffer; age: number }[]> {
  const rows = await db
    .selectFrom("signing_keys")
    .select(["kid", "public_jwk", "private_key"])
    .select(sql<number>`extract(epoch from now() - created_at)::float8`.as("age"))
    .where("retired_at", "is", null)
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => ({ ...row, public_jwk: row.public_jwk as JWK }));
}

export async function insertSigningKey(
  db: Kysely<DB>,
  kid: string,
  publicJwk: JWK,
  sealedPrivateKey: Buffer,
): Promise<void> {
  await db
    .insertInto("signing_keys")
    .values({ kid, public_jwk: JSON.stringify(publicJwk), private_key: sealedPrivateKey })
    .execute();
}

export async function retireSigningKey(db: Kysely<DB>, kid: string): Promise<void> {
  await db.updateTable("signing_keys").set({ retired_at: sql`now()` }).where("kid", "=", kid).execute();
}
