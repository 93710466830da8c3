/** SQL of barred addresses. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** Bars an address as long as access records are kept, the only other data that remains of a deleted account. */
export async function insertBarredAddress(trx: Transaction<DB>, hash: Buffer): Promise<void> {
  const expires_at = sql<Date>`now() + interval '183 days'`;
  await trx
    .insertInto("barred_addresses")
    .values({ address_hash: hash, expires_at })
    .onConflict((conflict) => conflict.column("address_hash").doUpdateSet({ expires_at }))
    .execute();
}

export async function hasBarredAddress(db: Kysely<DB>, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("barred_addresses")
    .where("address_hash", "=", hash)
    .where("expires_at", ">", sql<Date>`now()`)
    .select("expires_at")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteExpiredBars(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom("barred_addresses").where("expires_at", "<", sql<Date>`now()`).execute();
}
