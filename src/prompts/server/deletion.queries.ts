/** SQL of prompts that their authors have deleted and may bring back. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/**
 * Hides a locked, public prompt as deleted by its author, or shows one again that is; triggers keep lists and counts. What is
 * published under the same key from now on is another prompt.
 */
export async function setDeleted(trx: Transaction<DB>, id: number, isDeleted: boolean): Promise<void> {
  const at = isDeleted ? sql<Date>`now()` : null;
  await trx
    .updateTable("prompts")
    .set({ hidden_at: at, deleted_at: at, publication_key: null })
    .where("id", "=", id)
    .execute();
}

/** What a user has deleted and can bring back, latest first. */
export function selectDeleted(db: Kysely<DB>, userId: string, most: number) {
  return db
    .selectFrom("prompts")
    .select(["id", "title", "deleted_at"])
    .where("user_id", "=", userId)
    .where("deleted_at", "is not", null)
    .orderBy("deleted_at", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .$narrowType<{ deleted_at: Date }>()
    .execute();
}

/** Prompts that were deleted at least so many minutes ago, longest first. */
export async function selectDueDeletions(
  db: Kysely<DB>,
  minutes: number,
  { most, failed }: { most: number; failed: number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from prompts where deleted_at <= now() - make_interval(mins => ${minutes})
      and id <> all(${failed}::bigint[])
    order by deleted_at limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}
