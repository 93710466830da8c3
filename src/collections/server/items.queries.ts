/** SQL of a collection's entries; written while its row is locked. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

interface ItemRow {
  prompt_id: number;
  note: string | null;
  added_at: Date;
}

/** All entries of a collection, in order; hidden prompts included. */
export function selectItems(db: Kysely<DB>, collectionId: number): Promise<ItemRow[]> {
  return db
    .selectFrom("collection_items")
    .where("collection_id", "=", collectionId)
    .select(["prompt_id", "note", "added_at"])
    .orderBy("position")
    .orderBy("prompt_id")
    .execute();
}

export interface Place {
  prompt_id: number;
  note: string | null;
  /** Whether the prompt is hidden: it keeps its place, and counts for none. */
  hidden: boolean;
}

/** The order of a locked collection's entries. */
export async function selectOrder(trx: Transaction<DB>, collectionId: number): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select i.prompt_id, i.note, p.hidden_at is not null as hidden
    from collection_items i join prompts p on p.id = i.prompt_id
    where i.collection_id = ${collectionId} order by i.position, i.prompt_id
  `.execute(trx);
  return rows;
}

/** Fills a new collection with entries, in the given order. */
export async function insertItems(
  trx: Transaction<DB>,
  collectionId: number,
  entries: { prompt_id: number; note: string | null }[],
): Promise<void> {
  await sql`
    insert into collection_items (collection_id, prompt_id, note, position)
    select ${collectionId}, given.prompt_id, given.note, position
    from rows from (json_to_recordset(${JSON.stringify(entries)}) as (prompt_id bigint, note text))
      with ordinality as given (prompt_id, note, position)
  `.execute(trx);
}

/** Adds an entry behind all others. */
export async function insertItem(
  trx: Transaction<DB>,
  collectionId: number,
  promptId: number,
  note: string | null,
): Promise<void> {
  await sql`
    insert into collection_items (collection_id, prompt_id, note, position)
    select ${collectionId}, ${promptId}, ${note}, coalesce(max(position), 0) + 1
    from collection_items where collection_id = ${collectionId}
  `.execute(trx);
}

export async function updateNote(
  trx: Transaction<DB>,
  collectionId: number,
  promptId: number,
  note: string | null,
): Promise<void> {
  await trx
    .updateTable("collection_items")
    .set({ note })
    .where("collection_id", "=", collectionId)
    .where("prompt_id", "=", promptId)
    .execute();
}

/** Numbers the entries in the given order, writing only those that move. */
export async function writeOrder(
  trx: Transaction<DB>,
  collectionId: number,
  promptIds: number[],
): Promise<void> {
  await sql`
    update collection_items i set position = wanted.place
    from unnest(${promptIds}::bigint[]) with ordinality as wanted (prompt_id, place)
    where i.collection_id = ${collectionId} and i.prompt_id = wanted.prompt_id and i.position <> wanted.place
  `.execute(trx);
}

/** @returns whether it was there */
export async function deleteItem(
  trx: Transaction<DB>,
  collectionId: number,
  promptId: number,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("collection_items")
    .where("collection_id", "=", collectionId)
    .where("prompt_id", "=", promptId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
