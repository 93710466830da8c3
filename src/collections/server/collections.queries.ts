/** SQL of collections themselves: read with their owners, written under a lock of their row. */
import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** A collection with its owner. */
export interface CollectionRow {
  id: number;
  user_id: string;
  username: string;
  title: string;
  description: string | null;
  is_public: boolean;
  version: number;
  created_at: Date;
  updated_at: Date;
  withdrawn_reason: string | null;
  /** Whether everybody may see it. */
  shown: boolean;
}

/**
 * A condition for collections `c` of users `u`: whether everybody may see them. What blocked users say in lists is not shown
 * until the block ends, like their answers; removed accounts are blocked.
 */
export const isShown = sql<SqlBool>`(c.is_public and not u.is_blocked)`;

const columns = sql`
  c.id, c.user_id, u.username, c.title, c.description, c.is_public, c.version, c.created_at, c.updated_at,
  c.withdrawn_reason, ${isShown} as shown`;

export async function selectCollection(db: Kysely<DB>, id: number): Promise<CollectionRow | undefined> {
  const [row] = await selectCollections(db, [id]);
  return row;
}

export async function selectCollections(db: Kysely<DB>, ids: number[]): Promise<CollectionRow[]> {
  const { rows } = await sql<CollectionRow>`
    select ${columns} from collections c join users u on u.id = c.user_id where c.id = any(${ids}::bigint[])
  `.execute(db);
  return rows;
}

export interface ListedRow extends CollectionRow {
  items_count: number;
  /** Whether it has the prompt that was asked for. */
  contains: boolean;
}

/**
 * The collections of a user, last used first. Few prompts are hidden: that index is small.
 * @param promptId that `contains` is about
 */
export async function selectCollectionsOf(
  db: Kysely<DB>,
  userId: string,
  { publicOnly, promptId = null }: { publicOnly: boolean; promptId?: number | null },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${columns},
      (select count(*) from collection_items i where i.collection_id = c.id
        and not exists (select from prompts p where p.id = i.prompt_id and p.hidden_at is not null)) as items_count,
      exists (select from collection_items i where i.collection_id = c.id and i.prompt_id = ${promptId}::bigint) as contains
    from collections c join users u on u.id = c.user_id
    where c.user_id = ${userId} and (${isShown} or not ${publicOnly}::boolean)
    order by c.updated_at desc, c.id desc
  `.execute(db);
  return rows;
}

interface CollectionTexts {
  title: string;
  description: string | null;
  is_public: boolean;
}

/** @returns the id */
export async function insertCollection(
  trx: Transaction<DB>,
  userId: string,
  texts: CollectionTexts,
): Promise<number> {
  const { id } = await trx
    .insertInto("collections")
    .values({ user_id: userId, ...texts })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a locked collection. */
export async function updateCollection(
  trx: Transaction<DB>,
  id: number,
  texts: Partial<CollectionTexts>,
): Promise<void> {
  await trx
    .updateTable("collections")
    .set({ ...texts, version: sql`version + 1`, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

/** Tells that the entries of a locked collection have changed. */
export async function touchCollection(trx: Transaction<DB>, id: number): Promise<void> {
  await trx.updateTable("collections").set({ updated_at: sql`now()` }).where("id", "=", id).execute();
}

export async function deleteCollectionRow(trx: Transaction<DB>, id: number): Promise<void> {
  await trx.deleteFrom("collections").where("id", "=", id).execute();
}

/** Makes a locked collection private for a reason; a withdrawn one gets the new reason. */
export async function setWithdrawn(trx: Transaction<DB>, id: number, reason: string): Promise<void> {
  await sql`
    update collections set withdrawn_reason = ${reason}, withdrawn_at = coalesce(withdrawn_at, now()), is_public = false,
      public_before_withdrawal = case when withdrawn_at is null then is_public else public_before_withdrawal end,
      version = version + 1
    where id = ${id}`.execute(trx);
}

/** A locked collection is public again if it was public before. */
export async function endWithdrawal(trx: Transaction<DB>, id: number): Promise<void> {
  await sql`
    update collections set withdrawn_reason = null, withdrawn_at = null, is_public = public_before_withdrawal,
      version = version + 1
    where id = ${id} and withdrawn_at is not null`.execute(trx);
}

/** A note of an entry, with the prompt that it is about. */
export interface NoteRow {
  prompt_id: number;
  title: string;
  note: string;
}

/** A collection as moderation sees it, with its owner's texts. */
export async function selectForModeration(db: Kysely<DB>, id: number) {
  const { rows } = await sql<
    CollectionRow & { withdrawn_at: Date | null; public_before_withdrawal: boolean; notes: NoteRow[] }
  >`
    select ${columns}, c.withdrawn_at, c.public_before_withdrawal, coalesce((
      select json_agg(json_build_object('prompt_id', p.id, 'title', p.title, 'note', i.note) order by i.position, p.id)
      from collection_items i join prompts p on p.id = i.prompt_id
      where i.collection_id = c.id and i.note is not null), '[]') as notes
    from collections c join users u on u.id = c.user_id where c.id = ${id}
  `.execute(db);
  return rows[0];
}
