/** SQL of remixes: what a prompt was made from, and what was made from it. */
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { comesAfter, type Page } from "#platform/database/page.ts";
import type { DB } from "#platform/database/schema.ts";
import { ORDERS, type PromptRow, selectSorted } from "./prompt-rows.queries.ts";

export interface Source {
  title: string;
  username: string;
  user_id: string;
  content: string;
  llm_type_id: number;
  allow_remixes: boolean;
  is_hidden: boolean;
}

/** The source that a remix is compared with: hidden or not. */
export async function selectSource(db: Kysely<DB>, id: number): Promise<Source | undefined> {
  const { rows } = await sql<Source>`
    select p.title, u.username, p.user_id, p.content, p.llm_type_id, p.allow_remixes, p.hidden_at is not null as is_hidden
    from prompts p join users u on u.id = p.user_id where p.id = ${id} and p.deleted_at is null
  `.execute(db);
  return rows[0];
}

export interface LockedSources {
  /** Null when it is gone. */
  source: { id: number; user_id: string; allow_remixes: boolean } | null;
  /** First prompt of the source's chain, or the source itself; null when that is gone. */
  rootId: number | null;
}

/**
 * Locks a remix's source and the source's source until the transaction ends, so that deletions wait. In the order in
 * which removals lock.
 */
export async function lockSources(trx: Transaction<DB>, id: number): Promise<LockedSources> {
  const remix = await trx
    .selectFrom("remixes")
    .select("root_id")
    .where("prompt_id", "=", id)
    .executeTakeFirst();
  const { rows } = await sql<{ id: number; user_id: string; allow_remixes: boolean }>`
    select id, user_id, allow_remixes from prompts
    where id = any(${[id, remix?.root_id ?? id]}::bigint[]) order by id for key share
  `.execute(trx);
  const rootId = remix ? remix.root_id : id;
  return {
    source: rows.find((row) => row.id === id) ?? null,
    rootId: rows.some((row) => row.id === rootId) ? rootId : null,
  };
}

interface RemixRow {
  prompt_id: number;
  source_id: number | null;
  root_id: number | null;
  note: string | null;
}

export async function insertRemix(trx: Transaction<DB>, row: RemixRow): Promise<void> {
  await trx.insertInto("remixes").values(row).execute();
}

/** Source and note of a remix; undefined when the prompt is no remix. */
export function selectRemix(
  db: Kysely<DB>,
  id: number,
): Promise<Pick<RemixRow, "source_id" | "note"> | undefined> {
  return db
    .selectFrom("remixes")
    .select(["source_id", "note"])
    .where("prompt_id", "=", id)
    .executeTakeFirst();
}

export async function updateRemixNote(trx: Transaction<DB>, id: number, note: string | null): Promise<void> {
  await trx.updateTable("remixes").set({ note }).where("prompt_id", "=", id).execute();
}

/** The newest public remixes of a prompt, as many as can be reached. */
const newest = (id: number, most: number): RawBuilder<unknown> => sql`(
  select s.* from remixes r join prompt_stats s on s.prompt_id = r.prompt_id
  where r.source_id = ${id} order by r.prompt_id desc limit ${most}) s`;

/** A page of a prompt's public remixes. @param reach the newest ones that are sorted */
export function selectRemixes(
  db: Kysely<DB>,
  id: number,
  order: "top" | "newest",
  page: Page,
  reach: number,
): Promise<PromptRow[]> {
  return selectSorted(db, sql`${newest(id, reach)} where ${comesAfter(ORDERS[order], page)}`, order, page);
}

/** How many public remixes a prompt has; no more than `most` are counted. */
export async function countRemixes(db: Kysely<DB>, id: number, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${newest(id, most)}`.execute(db);
  return rows[0]?.n ?? 0;
}
