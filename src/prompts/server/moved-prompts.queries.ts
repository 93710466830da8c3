/** SQL of prompts of the site where this one was before (decision 66). */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** A prompt as it was there, with its picture here. */
export interface MovedRow {
  old_id: string;
  id: number;
  user_id: string;
  llm_type_id: number;
  title: string;
  content: string;
  description: string | null;
  image_hash: string;
  views: number;
  /** As PostgreSQL writes times. */
  created_at: string;
  /** Of the old row, to know whether it changes. */
  digest: string;
}

/** The prompts here of old ids; of one that is deleted here since, null. */
export async function selectMoved(db: Kysely<DB>, oldIds: string[]) {
  return db.selectFrom("moved_prompts").where("old_id", "in", oldIds).selectAll().execute();
}

/** The prompt that an old address leads to. */
export async function selectMovedTo(db: Kysely<DB>, oldId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("moved_prompts")
    .where("old_id", "=", oldId)
    .select("prompt_id")
    .executeTakeFirst();
  return row?.prompt_id ?? undefined;
}

/** Those ids that prompts have which are not old ones with that id. */
export async function selectTaken(db: Kysely<DB>, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select p.id from prompts p where p.id = any(${ids}::bigint[])
      and not exists (select from moved_prompts m where m.old_id = p.id::text and m.prompt_id = p.id)`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** New prompts get ids beyond this one, so that it and those below can be kept. */
export async function reserveIdsUpTo(db: Kysely<DB>, id: number): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence('prompts', 'id'), greatest(${id}::bigint, nextval(pg_get_serial_sequence('prompts', 'id'))))
  `.execute(db);
}

/** In one statement, so that the counts of tools are locked once, in their order. */
export async function insertMovedPrompts(trx: Transaction<DB>, rows: readonly MovedRow[]): Promise<void> {
  const json = JSON.stringify(rows);
  await sql`
    insert into prompts (id, user_id, llm_type_id, title, content, description, image_hash, created_at, search)
    overriding system value
    select id, user_id, llm_type_id, title, content, description, image_hash, created_at, ''
    from json_populate_recordset(null::prompts, ${json}) order by id`.execute(trx);
  await sql`
    update prompt_stats s set views = moved.views
    from json_to_recordset(${json}) as moved (id bigint, views bigint) where s.prompt_id = moved.id
  `.execute(trx);
  await sql`
    insert into moved_prompts (old_id, prompt_id, digest, views)
    select old_id, id, digest, views from json_to_recordset(${json}) as moved (old_id text, id bigint, digest text, views bigint)
  `.execute(trx);
}

/** Adds what the old site has counted since, of a hidden prompt too, and keeps what the row there is now. */
export async function updateMoved(
  trx: Transaction<DB>,
  { old_id, digest, views }: Pick<MovedRow, "old_id" | "digest" | "views">,
): Promise<void> {
  const added = sql`(select ${views}::bigint - m.views from moved_prompts m where m.old_id = ${old_id})`;
  const id = sql`(select m.prompt_id from moved_prompts m where m.old_id = ${old_id})`;
  await sql`update prompt_stats set views = greatest(0, views + ${added}) where prompt_id = ${id}`.execute(
    trx,
  );
  await sql`
    update prompts set hidden_views = greatest(0, hidden_views + ${added})
    where id = ${id} and hidden_at is not null`.execute(trx);
  await trx.updateTable("moved_prompts").set({ digest, views }).where("old_id", "=", old_id).execute();
}
