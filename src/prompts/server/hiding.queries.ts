/** SQL of hiding prompts; triggers keep lists, counts and search documents (migration 0016). */
import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/**
 * Locks prompts until the transaction ends, so that no like is taken back while likes are counted.
 * @returns the ids that exist
 */
export async function lockForHiding(trx: Transaction<DB>, ids: number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom("prompts")
    .select("id")
    .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Hides locked prompts, or shows them again. A prompt that is in that state already stays as it is. */
export async function setHidden(trx: Transaction<DB>, ids: number[], hidden: boolean): Promise<void> {
  await trx
    .updateTable("prompts")
    .set({ hidden_at: hidden ? sql`now()` : null })
    .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
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
