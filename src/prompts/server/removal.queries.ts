/** SQL of deleting prompts, and the lock for it; triggers update the counts. */
import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

export interface LockedPrompt {
  id: number;
  title: string;
  user_id: string;
  image_hash: string;
}

/**
 * Locks prompts that are about to be deleted, hidden or shown again, so that reactions wait.
 * @param which a prompt, optionally of a given author, or all prompts of an author, or those hidden with the author, or of some
 *   those that were never edited
 */
export async function lockPrompts(
  db: Kysely<DB>,
  which:
    | { id: number; authorId?: string | undefined }
    | { authorId: string; hiddenWithAuthor?: boolean; uneditedOf?: number[] },
): Promise<LockedPrompt[]> {
  let locked = db.selectFrom("prompts").select(["id", "title", "user_id", "image_hash"]);
  if ("id" in which) locked = locked.where("id", "=", which.id);
  if (which.authorId) locked = locked.where("user_id", "=", which.authorId);
  if ("hiddenWithAuthor" in which) locked = locked.where("hidden_with_author", "=", true);
  if ("uneditedOf" in which)
    locked = locked
      .where(sql<SqlBool>`id = any(${which.uneditedOf}::bigint[])`)
      .where("edited_at", "is", null);
  return locked.orderBy("id").forUpdate().execute();
}

/**
 * Locks a user's prompts until the transaction ends, so that their number stays; in the order in which a removal
 * locks them.
 * @returns their number
 */
export async function lockPromptsOf(trx: Transaction<DB>, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from prompts where user_id = ${userId} order by id for update) locked`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

/** Deletes locked prompts, after their reactions. */
export async function deletePrompts(db: Kysely<DB>, ids: number[]): Promise<void> {
  await db.deleteFrom("prompts").where(sql<SqlBool>`id = any(${ids}::bigint[])`).execute();
}
