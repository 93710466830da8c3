/** SQL of pictures. */
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

/** Lets a transaction be silent for as long as it takes: otherwise PostgreSQL ends its session, and what it holds is free. */
export async function allowSilence(trx: Transaction<DB>): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
}

/**
 * Makes sure that a picture's row exists and holds it until the transaction ends: nobody else can hold or remove it.
 * The update changes nothing; unlike `do nothing` it locks a row that was there before.
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

/** What is known of a stored picture; undefined when there is none. */
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

/** Holds a picture's row until the transaction ends. @returns undefined when there is none (any more) */
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
