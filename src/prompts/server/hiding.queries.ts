/** SQL of hiding prompts; triggers keep lists, counts and search documents (migration 0016). */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** Hides a locked prompt, or shows it again. One that is in that state already stays as it is. */
export async function setHidden(trx: Transaction<DB>, id: number, hidden: boolean): Promise<void> {
  await trx
    .updateTable("prompts")
    .set({ hidden_at: hidden ? sql`now()` : null })
    .where("id", "=", id)
    .where("hidden_at", hidden ? "is" : "is not", null)
    .execute();
}

/** A prompt as moderation sees it, hidden or not. */
export async function selectForModeration(db: Kysely<DB>, id: number) {
  return db
    .selectFrom("prompts as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .innerJoin("llm_types as t", "t.id", "p.llm_type_id")
    .innerJoin("images as i", "i.hash", "p.image_hash")
    .where("p.id", "=", id)
    .select([
      "p.id",
      "p.title",
      "p.content",
      "p.description",
      "t.name as tool",
      "p.created_at",
      "p.edited_at",
    ])
    .select(["p.hidden_at", "p.user_id", "u.username"])
    .select(["p.image_hash", "p.image_alt", "i.width", "i.height", "i.animated", "i.color"])
    .executeTakeFirst();
}
