/** SQL of pictures: rows, their locks, and which are unused. */
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

/** Locks a picture's row until the transaction ends. @returns whether the row exists */
export async function lockStoredImage(db: Kysely<DB>, hash: string): Promise<boolean> {
  const rows = await db.selectFrom("images").select("hash").where("hash", "=", hash).forUpdate().execute();
  return rows.length > 0;
}

/** Holds pictures until the transaction ends, and tells which of them no prompt has. */
export async function lockUnusedImages(
  db: Kysely<DB>,
  hashes: string[],
): Promise<{ hash: string; width: number }[]> {
  // Locked in one order, and before the question whether they are used is asked: a statement sees what was committed
  // when it began, so that whoever published the picture until a moment ago is seen.
  await db
    .selectFrom("images")
    .select("hash")
    .where(sql<boolean>`hash = any(${hashes})`)
    .orderBy("hash")
    .forUpdate()
    .execute();
  return db
    .selectFrom("images")
    .select(["hash", "width"])
    .where(sql<boolean>`hash = any(${hashes})`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom("prompts").select("prompts.id").whereRef("prompts.image_hash", "=", "images.hash")),
      ),
    )
    .execute();
}

/** Pictures that no prompt has, which have been there for an hour: no publication is still about to give them to one. */
export async function selectUnusedImages(db: Kysely<DB>, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("images")
    .select("hash")
    .where("created_at", "<", sql<Date>`now() - interval '1 hour'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom("prompts").select("prompts.id").whereRef("prompts.image_hash", "=", "images.hash")),
      ),
    )
    .limit(most)
    .execute();
  return rows.map(({ hash }) => hash);
}

/** Removes pictures that are held, and that no prompt has any more. */
export async function deleteImages(db: Kysely<DB>, images: { hash: string }[]): Promise<void> {
  const hashes = images.map(({ hash }) => hash);
  await db.deleteFrom("images").where(sql<boolean>`hash = any(${hashes})`).execute();
}

/** Of prompts, those that do not exist (any more). */
export async function selectGonePrompts(db: Kysely<DB>, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom("prompts")
    .select("id")
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !there.has(id));
}
