/** SQL of results that other rooms need: for exports, removals and moderation. */
import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import type { Outcome } from "#results/catalog.ts";

/** Deletes all results about some prompts. */
export async function deleteResultsTo(db: Kysely<DB>, promptIds: number[]): Promise<void> {
  await db.deleteFrom("results").where(sql<SqlBool>`prompt_id = any(${promptIds}::bigint[])`).execute();
}

/** All of a user's results, oldest first, for the export. @param after the last id of the page before, 0 for the first */
export function selectResultsOf(db: Kysely<DB>, userId: string, after: number, limit: number) {
  return db
    .selectFrom("results")
    .where("user_id", "=", userId)
    .where("id", ">", after)
    .select([
      "id",
      "prompt_id",
      "version",
      "model",
      "outcome",
      "note",
      "answered_at",
      "counts_from",
      "removed_at",
    ])
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Number of a user's results. */
export async function countResultsOf(db: Kysely<DB>, userId: string): Promise<number> {
  const row = await db
    .selectFrom("results")
    .where("user_id", "=", userId)
    .select((all) => all.fn.countAll<number>().as("n"))
    .executeTakeFirst();
  return row?.n ?? 0;
}

/** A result as moderation sees it. */
export function findResultForModeration(db: Kysely<DB>, id: number) {
  return db
    .selectFrom("results as r")
    .innerJoin("users as u", "u.id", "r.user_id")
    .where("r.id", "=", id)
    .select(["r.prompt_id", "r.version", "r.user_id", "u.username", "r.model", "r.outcome", "r.note"])
    .select(["r.answered_at", "r.shown", "r.removed_at"])
    .$narrowType<{ outcome: Outcome }>()
    .executeTakeFirst();
}

/** Locks a result until the transaction ends. */
export function lockResult(trx: Transaction<DB>, id: number) {
  return trx.selectFrom("results").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Takes a result away, or gives it back; nothing changes if it is so already. @returns undefined when it is gone */
export function setResultRemoved(trx: Transaction<DB>, id: number, removed: boolean) {
  return trx
    .updateTable("results")
    .set({ removed_at: removed ? sql<Date>`coalesce(removed_at, now())` : null })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
}

/** Deletes the note of a result that was taken away. The rest stays, so that it cannot be given anew. */
export async function eraseRemovedResult(trx: Transaction<DB>, id: number): Promise<void> {
  await trx
    .updateTable("results")
    .set({ note: null, model: sql<string>`left(model_key, 40)` })
    .where("id", "=", id)
    .where("removed_at", "is not", null)
    .execute();
}

/** Which prompts some results are about. */
export async function findPromptsOf(
  db: Kysely<DB>,
  ids: number[],
): Promise<{ id: number; prompt_id: number }[]> {
  return await db
    .selectFrom("results")
    .select(["id", "prompt_id"])
    .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
    .execute();
}

/** Those results that were taken away. */
export async function selectRemovedOf(db: Kysely<DB>, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom("results")
    .select("id")
    .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
    .where("removed_at", "is not", null)
    .execute();
  return rows.map(({ id }) => id);
}
