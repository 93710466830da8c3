/** SQL of removing prompts; counts follow by trigger. */
import { type Kysely, type SqlBool, sql } from "kysely";
import type { DB } from "#platform/database.ts";

export interface RemovedRow {
  id: number;
  title: string;
  user_id: string;
  image_hash: string;
}

/**
 * Deletes the prompts that `which` is true of: their favourites, then their likes, then they themselves (specification,
 * section 4).
 *
 * Held first, so that nobody reacts to them meanwhile. Left to the cascade, a count would be locked before the likes it
 * follows from, and whoever takes a like back at that moment goes the other way: each would wait for the other.
 */
async function deletePrompts(db: Kysely<DB>, which: ReturnType<typeof sql<SqlBool>>): Promise<RemovedRow[]> {
  const held = await db.selectFrom("prompts").select("id").where(which).orderBy("id").forUpdate().execute();
  if (held.length === 0) return [];
  const ids = held.map(({ id }) => id);
  for (const table of ["favorites", "likes"] as const) {
    await db.deleteFrom(table).where(sql<SqlBool>`prompt_id = any(${ids}::bigint[])`).execute();
  }
  return db
    .deleteFrom("prompts")
    .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
    .returning(["id", "title", "user_id", "image_hash"])
    .execute();
}

/** @param authorId when given, nobody else's prompt is deleted */
export async function deletePrompt(
  db: Kysely<DB>,
  id: number,
  authorId?: string,
): Promise<RemovedRow | undefined> {
  const owned = authorId ? sql`and user_id = ${authorId}` : sql``;
  const [removed] = await deletePrompts(db, sql<SqlBool>`id = ${id} ${owned}`);
  return removed;
}

export function deletePromptsOf(db: Kysely<DB>, authorId: string): Promise<RemovedRow[]> {
  return deletePrompts(db, sql<SqlBool>`user_id = ${authorId}`);
}
