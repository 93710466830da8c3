/** SQL of the admin's work on tags: listing, renaming, merging. */
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Page } from "#platform/database/page.ts";
import type { DB } from "#platform/database/schema.ts";
import type { WrittenTag } from "./tags.queries.ts";

/** Other names of a tag that are shown. */
const MOST_ALIASES = 50;

export interface ListedTag {
  id: number;
  name: string;
  slug: string;
  /** Public prompts, those that still have a merged tag included. */
  prompts_count: number;
  /** Prompts that still have a merged tag. */
  moving: number;
  aliases: { id: number; name: string }[];
}

export interface TagSearch {
  /** Condition for a slug without hyphens, with placeholders of LIKE. */
  like: string;
  /** Name of the tag that is spelled out, if there is one: it comes first. */
  folded: string;
}

/** Tags that are not merged: all, or those that are called so, also by another name of theirs. */
function found(search: TagSearch | undefined): RawBuilder<unknown> {
  if (!search) return sql`tags where merged_into is null`;
  const isCalledSo = sql`(replace(named.slug, '-', '') like ${search.like} or named.folded = ${search.folded})`;
  return sql`(
    select id, prompts_count from tags named where merged_into is null and ${isCalledSo}
    union
    select t.id, t.prompts_count from tags named join tags t on t.id = named.merged_into where ${isCalledSo}
  ) found`;
}

const spelledOut = ({ folded }: TagSearch) =>
  sql`(id = (select coalesce(merged_into, id) from tags where folded = ${folded})) is true desc, `;

/** Some tags in full, the first of them first. @param ids a query of `id` and `place` */
const whole = (ids: RawBuilder<unknown>) => sql<ListedTag>`
  select t.id, t.name, t.slug, t.prompts_count + moving.n as prompts_count, moving.n as moving, (
    select coalesce(json_agg(json_build_object('id', id, 'name', name) order by id), '[]') from (
      select id, name from tags where merged_into = t.id order by id limit ${sql.lit(MOST_ALIASES)}
    ) named
  ) as aliases
  from (${ids}) page join tags t on t.id = page.id cross join lateral (
    select coalesce(sum(prompts_count), 0)::bigint as n from tags where merged_into = t.id and prompts_count > 0
  ) moving
  order by page.place`;

/** A page of tags, the most used first. */
export async function selectTags(
  db: Kysely<DB>,
  search: TagSearch | undefined,
  { limit, offset }: Page,
): Promise<ListedTag[]> {
  const order = sql`${search ? spelledOut(search) : sql``}prompts_count desc, id`;
  const { rows } = await whole(sql`
    select id, row_number() over (order by ${order}) as place from ${found(search)}
    order by ${order} limit ${limit} offset ${offset}
  `).execute(db);
  return rows;
}

/** One of those tags. */
export async function selectWholeTag(db: Kysely<DB>, id: number): Promise<ListedTag | undefined> {
  const { rows } = await whole(
    sql`select id, 1 as place from tags where id = ${id} and merged_into is null`,
  ).execute(db);
  return rows[0];
}

/** Number of tags, counted to `most` at most. */
export async function countTags(
  db: Kysely<DB>,
  search: TagSearch | undefined,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from ${found(search)} limit ${most}) reached
  `.execute(db);
  return rows[0]?.n ?? 0;
}

export interface LockedTag extends WrittenTag {
  id: number;
  prompts_count: number;
  merged_into: number | null;
}

/** A tag and its other names: until the transaction ends, no prompt gets one of them, and none is deleted. */
export async function lockTag(trx: Transaction<DB>, id: number): Promise<LockedTag | undefined> {
  const { rows } = await sql<LockedTag>`
    select id, name, folded, slug, prompts_count, merged_into from tags
    where id = ${id} or merged_into = ${id} order by id for update
  `.execute(trx);
  return rows.find((row) => row.id === id);
}

/** A tag that something is to lead to: it is neither merged nor deleted until the transaction ends. */
export async function lockTarget(trx: Transaction<DB>, id: number): Promise<LockedTag | undefined> {
  const { rows } = await sql<LockedTag>`
    select id, name, folded, slug, prompts_count, merged_into from tags where id = ${id} for key share
  `.execute(trx);
  return rows[0];
}

/** The tag of a key, and the name of the one that it leads to. */
export async function selectByKey(
  trx: Transaction<DB>,
  folded: string,
): Promise<{ id: number; merged_into: number | null; shown: string } | undefined> {
  const { rows } = await sql<{ id: number; merged_into: number | null; shown: string }>`
    select named.id, named.merged_into, t.name as shown
    from tags named join tags t on t.id = coalesce(named.merged_into, named.id) where named.folded = ${folded}
  `.execute(trx);
  return rows[0];
}

export async function updateTagName(trx: Transaction<DB>, id: number, written: WrittenTag): Promise<void> {
  const { name, folded, slug } = written;
  await trx.updateTable("tags").set({ name, folded, slug }).where("id", "=", id).execute();
}

/** A further name of a tag. */
export async function insertAlias(trx: Transaction<DB>, id: number, written: WrittenTag): Promise<void> {
  const { name, folded, slug } = written;
  await trx.insertInto("tags").values({ name, folded, slug, merged_into: id }).execute();
}

/** A tag and its other names lead to another one from now on. */
export async function updateMerged(trx: Transaction<DB>, id: number, into: number): Promise<void> {
  await sql`update tags set merged_into = ${into} where id = ${id} or merged_into = ${id}`.execute(trx);
}

/** Deletes a locked other name that no prompt has, hidden ones included. @returns whether it did */
export async function deleteAlias(trx: Transaction<DB>, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from tags where id = ${id} and prompts_count = 0
      and not exists (select from prompts where hidden_at is not null and tag_ids @> array[${id}::integer])
    returning id
  `.execute(trx);
  return rows.length > 0;
}

/**
 * Ids of prompts that still have a merged tag, hidden ones too. Those that also have the other tag come first: until they are
 * changed, they are counted twice.
 */
export async function selectMoving(db: Kysely<DB>, id: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select search_matches(
        with_any_tag(array[id]) && with_any_tag(array[merged_into]), null, ${most}
      ) as id from tags where id = ${id}
      union all select search_matches(with_any_tag(array[${id}::integer]), null, ${most})
      union all select id from prompts where hidden_at is not null and tag_ids @> array[${id}::integer]
    ) found limit ${most}
  `.execute(db);
  return rows.map((row) => row.id);
}

/**
 * The tag that a merged one leads to, which cannot be merged itself until the transaction ends; undefined when that has just
 * happened, or when the tag leads nowhere.
 */
export async function lockMergeTarget(trx: Transaction<DB>, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select t.id from tags merged join tags t on t.id = merged.merged_into
    where merged.id = ${id} and t.merged_into is null for key share of t
  `.execute(trx);
  return rows[0]?.id;
}

/** Replaces a tag in those of some prompts that have it, at its place, or drops it where they have the other one too. */
export async function replaceTag(
  trx: Transaction<DB>,
  id: number,
  into: number,
  promptIds: number[],
): Promise<void> {
  await sql`
    with locked as materialized (
      select id, tag_ids from prompts
      where id = any(${promptIds}::bigint[]) and tag_ids @> array[${id}::integer] order by id for no key update
    )
    update prompts set tag_ids = array(
      select case tag when ${id} then ${into}::integer else tag end as replaced
      from unnest(locked.tag_ids) with ordinality given (tag, place)
      group by replaced order by min(place)
    )
    from locked where prompts.id = locked.id
  `.execute(trx);
}
