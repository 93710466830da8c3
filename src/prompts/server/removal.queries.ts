/** SQL of removing prompts; counts follow by trigger. */
import { type Kysely, type SqlBool, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";

export interface RemovedRow {
  id: number;
  title: string;
  user_id: string;
  image_hash: string;
}

/**
 * Holds prompts that are about to be deleted, so that nobody reacts to them meanwhile.
 * @param which one, perhaps only when it is this author's, or all of an author's
 */
export async function lockPrompts(
  db: Kysely<DB>,
  which: { id: number; authorId?: string | undefined } | { authorId: string },
): Promise<RemovedRow[]> {
  let held = db.selectFrom("prompts").select(["id", "title", "user_id", "image_hash"]);
  if ("id" in which) held = held.where("id", "=", which.id);
  if (which.authorId) held = held.where("user_id", "=", which.authorId);
  return held.orderBy("id").forUpdate().execute();
}

/**
 * Deletes prompts that are held: their favourites, then their likes, then they themselves (specification, section 4).
 *
 * Left to the cascade, a count would be locked before the likes it follows from, and whoever takes a like back at that moment
 * goes the other way: each would wait for the other.
 */
export async function deletePrompts(db: Kysely<DB>, prompts: RemovedRow[]): Promise<void> {
  const ids = prompts.map(({ id }) => id);
  for (const table of ["favorites", "likes"] as const) {
    await db.deleteFrom(table).where(sql<SqlBool>`prompt_id = any(${ids}::bigint[])`).execute();
  }
  await db.deleteFrom("prompts").where(sql<SqlBool>`id = any(${ids}::bigint[])`).execute();
}
