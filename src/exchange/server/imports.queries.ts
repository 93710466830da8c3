/** SQL of imports: which prompts came together. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { ReadFormat } from "#exchange/format.ts";
import type { DB } from "#platform/database/schema.ts";

export interface ImportRow {
  id: number;
  collection_id: number | null;
  created_at: Date;
  is_undone: boolean;
  /** In the order of their ids; deleted ones are gone. */
  prompt_ids: number[];
}

const columns = sql`i.id, i.collection_id, i.created_at, i.undone_at is not null as is_undone,
  array(select prompt_id from imported_prompts p where p.import_id = i.id order by prompt_id) as prompt_ids`;

interface NewImport {
  user_id: string;
  key: string | null;
  format: ReadFormat;
  collection_id: number | null;
}

/** @returns its id */
export async function insertImport(
  trx: Transaction<DB>,
  values: NewImport,
  promptsCount: number,
): Promise<number> {
  const { id } = await trx
    .insertInto("imports")
    .values({ ...values, prompts_count: promptsCount })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertImported(
  trx: Transaction<DB>,
  importId: number,
  promptIds: number[],
): Promise<void> {
  await sql`
    insert into imported_prompts (import_id, prompt_id) select ${importId}, unnest(${promptIds}::bigint[])
  `.execute(trx);
}

/** An import of a user. */
export async function selectImport(
  db: Kysely<DB>,
  userId: string,
  which: { id: number } | { key: string },
): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from imports i
    where i.user_id = ${userId} and ${"id" in which ? sql`i.id = ${which.id}` : sql`i.key = ${which.key}`}
  `.execute(db);
  return rows[0];
}

/** A user's imports of the last hours that are not undone, newest first. */
export async function selectRecent(db: Kysely<DB>, userId: string, hours: number): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from imports i
    where i.user_id = ${userId} and i.created_at > now() - ${hours} * interval '1 hour' and i.undone_at is null
    order by i.created_at desc, i.id desc
  `.execute(db);
  return rows;
}

/** How many prompts a user has imported in a day, undone ones too: they were published as well. */
export async function countImportedToday(db: Kysely<DB>, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(prompts_count), 0)::bigint as n
    from imports where user_id = ${userId} and created_at > now() - interval '24 hours'
  `.execute(db);
  return rows[0]?.n ?? 0;
}

interface LockedImport {
  collection_id: number | null;
  prompts_count: number;
  is_undone: boolean;
  /** Whether it is too old to be undone. */
  is_late: boolean;
}

/** Locks an import of a user, so that it is undone once. */
export async function lockImport(
  trx: Transaction<DB>,
  userId: string,
  id: number,
  hours: number,
): Promise<LockedImport | undefined> {
  const { rows } = await sql<LockedImport>`
    select collection_id, prompts_count, undone_at is not null as is_undone,
      created_at <= now() - ${hours} * interval '1 hour' as is_late
    from imports where id = ${id} and user_id = ${userId} for no key update
  `.execute(trx);
  return rows[0];
}

/** The prompts of an import that still exist. */
export async function selectPromptIds(db: Kysely<DB>, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom("imported_prompts")
    .select("prompt_id")
    .where("import_id", "=", id)
    .orderBy("prompt_id")
    .execute();
  return rows.map(({ prompt_id }) => prompt_id);
}

export async function setUndone(trx: Transaction<DB>, id: number): Promise<void> {
  await trx.updateTable("imports").set({ undone_at: sql<Date>`now()` }).where("id", "=", id).execute();
}

/** Forgets imports that are older than some days. */
export async function deleteOldImports(db: Kysely<DB>, days: number): Promise<void> {
  await sql`delete from imports where created_at < now() - ${days} * interval '1 day'`.execute(db);
}
