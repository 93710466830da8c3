/** SQL of pictures: rows, and their locks. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

export interface ImageValues {
  hash: string;
  width: number;
  height: number;
  animated: boolean;
  color: string;
  bytes: number;
}

/** Lifts the idle timeout for a transaction that waits for the storage: PostgreSQL would end it and free its locks. */
export async function allowSilence(trx: Transaction<DB>): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
}

/**
 * Inserts a picture's row if missing and locks it until the transaction ends. The update changes nothing; unlike
 * `do nothing` it locks an existing row.
 */
export async function lockImage(db: Kysely<DB>, image: ImageValues): Promise<void> {
  await db
    .insertInto("images")
    .values(image)
    .onConflict((conflict) =>
      conflict.column("hash").doUpdateSet((existing) => ({ hash: existing.ref("images.hash") })),
    )
    .execute();
}

/** @returns undefined when there is no such picture */
export function findImage(
  db: Kysely<DB>,
  hash: string,
): Promise<{ hash: string; width: number; animated: boolean } | undefined> {
  return db
    .selectFrom("images")
    .select(["hash", "width", "animated"])
    .where("hash", "=", hash)
    .executeTakeFirst();
}

/** Locks a picture's row until the transaction ends. @returns undefined when there is none */
export function lockStoredImage(db: Kysely<DB>, hash: string) {
  return db
    .selectFrom("images")
    .select(["hash", "width"])
    .where("hash", "=", hash)
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteImage(db: Kysely<DB>, hash: string): Promise<void> {
  await db.deleteFrom("images").where("hash", "=", hash).execute();
}

/** For backups: every picture by hash and width. */
export const PICTURES = "select hash || '-' || width as name, created_at::text as version from images";
