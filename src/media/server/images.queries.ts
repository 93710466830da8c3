/** SQL of pictures: rows, and their locks. */
import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import type { DB, Images } from "#platform/database/schema.ts";

/** Lifts the idle timeout for a transaction that waits for the storage: PostgreSQL would end it and free its locks. */
export async function allowIdleTransaction(trx: Transaction<DB>): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
}

/**
 * Inserts a picture's row if missing and locks it until the transaction ends. The update changes nothing; unlike
 * `do nothing` it locks an existing row.
 */
export async function lockImage(db: Kysely<DB>, image: Insertable<Images>): Promise<void> {
  await db
    .insertInto("images")
    .values(image)
    .onConflict((conflict) =>
      conflict.column("hash").doUpdateSet((existing) => ({ hash: existing.ref("images.hash") })),
    )
    .execute();
}

export async function deleteImage(db: Kysely<DB>, hash: string): Promise<void> {
  await db.deleteFrom("images").where("hash", "=", hash).execute();
}
