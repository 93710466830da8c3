/** The lock of prompts that are deleted, hidden or shown again. */
import { type Kysely, type SqlBool, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";

export interface LockedPrompt {
  id: number;
  title: string;
  user_id: string;
  image_hash: string;
  hidden_at: Date | null;
  deleted_at: Date | null;
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
  let locked = db
    .selectFrom("prompts")
    .select(["id", "title", "user_id", "image_hash", "hidden_at", "deleted_at"]);
  if ("id" in which) locked = locked.where("id", "=", which.id);
  if (which.authorId) locked = locked.where("user_id", "=", which.authorId);
  if ("hiddenWithAuthor" in which) locked = locked.where("hidden_with_author", "=", true);
  if ("uneditedOf" in which)
    locked = locked
      .where(sql<SqlBool>`id = any(${which.uneditedOf}::bigint[])`)
      .where("edited_at", "is", null);
  return locked.orderBy("id").forUpdate().execute();
}
