/** SQL of deleting prompts, and the lock for it; triggers update the counts. */
import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

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
