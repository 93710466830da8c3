/** SQL of search documents that are behind. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** An author some of whose prompts have one. */
export interface StaleAuthor {
  user_id: string;
  /** Those of prompts up to this one are right. */
  right_to: number;
  /** Another number once there is another cause. */
  causes: number;
}

/** For this transaction: prompts that it inserts get documents with their tags alone, and their author is noted as stale. */
export async function leaveDocuments(trx: Transaction<DB>, authorId: string, rightTo: number): Promise<void> {
  await sql`set local prompteca.documents_later = 'on'`.execute(trx);
  await sql`select note_stale_documents(${authorId}, ${rightTo})`.execute(trx);
}

export function selectStaleAuthors(db: Kysely<DB>, most: number): Promise<StaleAuthor[]> {
  return db.selectFrom("stale_documents").selectAll().limit(most).execute();
}

/** An author's next prompts; hidden ones have no document. @returns their ids, ascending */
export async function selectStale(db: Kysely<DB>, author: StaleAuthor, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom("prompts")
    .select("id")
    .where("user_id", "=", author.user_id)
    .where("hidden_at", "is", null)
    .where("id", ">", author.right_to)
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Makes documents anew: touching the title makes the trigger run. Caches hear of it by {@link forgetStale}. */
export async function renewDocuments(trx: Transaction<DB>, promptIds: number[]): Promise<void> {
  await sql`set local prompteca.documents_only = 'on'`.execute(trx);
  await sql`
    update prompts set title = title where id in (
      select id from prompts where id = any(${promptIds}::bigint[]) and hidden_at is null order by id for no key update
    )`.execute(trx);
}

/** Notes how far an author's documents are right, unless there is another cause since. */
export async function setRightTo(trx: Transaction<DB>, author: StaleAuthor, id: number): Promise<void> {
  await trx
    .updateTable("stale_documents")
    .set({ right_to: id })
    .where("user_id", "=", author.user_id)
    .where("causes", "=", author.causes)
    .execute();
}

/** Notes that all of an author's documents are right, unless there is another cause since; lists and searches are asked anew. */
export async function forgetStale(db: Kysely<DB>, author: StaleAuthor): Promise<void> {
  await sql`select pg_notify('content_changed', 'lists')`.execute(db);
  await db
    .deleteFrom("stale_documents")
    .where("user_id", "=", author.user_id)
    .where("right_to", "=", author.right_to)
    .where("causes", "=", author.causes)
    .execute();
}
