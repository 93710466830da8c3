/** SQL of removing prompts; reactions and counts follow by cascade and trigger. */
import type { Kysely } from "kysely";
import type { DB } from "#platform/database.ts";

const REMOVED = ["id", "title", "user_id", "image_hash"] as const;

/** @param authorId when given, nobody else's prompt is deleted */
export function deletePrompt(db: Kysely<DB>, id: number, authorId?: string) {
  let query = db.deleteFrom("prompts").where("id", "=", id);
  if (authorId) query = query.where("user_id", "=", authorId);
  return query.returning(REMOVED).executeTakeFirst();
}

export function deletePromptsOf(db: Kysely<DB>, authorId: string) {
  return db.deleteFrom("prompts").where("user_id", "=", authorId).returning(REMOVED).execute();
}
