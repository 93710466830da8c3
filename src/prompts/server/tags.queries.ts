/** SQL of tags: creating, finding, suggesting, listing. */
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { PromptImageColumns } from "#media/server/stored-pictures.ts";
import type { Page } from "#platform/database/page.ts";
import type { DB } from "#platform/database/schema.ts";
import { TAG_PICTURES, type TagView } from "#prompts/contract.ts";

/** A tag as it is written, and as it is compared and addressed. */
export interface WrittenTag {
  name: string;
  folded: string;
  slug: string;
}

/** Most tags with the same first two letters that are compared, the most used ones. */
const MOST_COMPARED = 500;

/** Adds those of some tags that nobody has used yet; in an order, so that two publications never wait for each other. */
export async function insertMissingTags(trx: Transaction<DB>, written: WrittenTag[]): Promise<void> {
  await sql`
    insert into tags (name, folded, slug)
    select name, folded, slug from json_to_recordset(${JSON.stringify(written)}) given (name text, folded text, slug text)
    order by folded on conflict (folded) do nothing
  `.execute(trx);
}

/**
 * The ids of tags, instead of a merged one its other's. None of them can be merged, renamed or deleted until the transaction
 * ends; one to which that has just happened is missing, and there when asked for again.
 */
export async function lockTags(trx: Transaction<DB>, folded: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ folded: string; id: number }>`
    select named.folded, t.id from tags named join tags t on t.id = coalesce(named.merged_into, named.id)
    where named.folded = any(${folded}::text[]) and t.merged_into is null order by t.id for key share of t
  `.execute(trx);
  return new Map(rows.map((row) => [row.folded, row.id]));
}

/** A tag, and the ids that its prompts may have: of those merged into it, until a job has changed them. */
export interface FoundTag extends TagView {
  id: number;
  ids: number[];
}

/** A tag that public prompts have. @param folded of any spelling, a merged tag's too */
export async function selectTag(db: Kysely<DB>, folded: string): Promise<FoundTag | undefined> {
  const { rows } = await sql<FoundTag>`
    select t.id, t.name, t.slug, t.prompts_count + coalesce(merged.n, 0) as prompts_count, t.id || coalesce(merged.ids, '{}') as ids
    from tags named
    join tags t on t.id = coalesce(named.merged_into, named.id)
    cross join lateral (
      select array_agg(id) as ids, sum(prompts_count)::bigint as n from tags where merged_into = t.id and prompts_count > 0
    ) merged
    where named.folded = ${folded} and t.prompts_count + coalesce(merged.n, 0) > 0
  `.execute(db);
  return rows[0];
}

/**
 * Counts that tags get from those merged into them, until a job has changed the prompts: few, by an index of their own.
 */
const moving = sql`(
  select merged_into as id, sum(prompts_count)::bigint as n from tags
  where merged_into is not null and prompts_count > 0 group by merged_into
)`;

/** The most used tags. */
export async function selectMostUsedTags(db: Kysely<DB>, most: number, least = 1): Promise<TagView[]> {
  const { rows } = await sql<TagView>`
    with moving as materialized ${moving}
    select name, slug, prompts_count + coalesce(n, 0) as prompts_count from (
      (select id, name, slug, prompts_count from tags where merged_into is null and prompts_count >= ${least}
        order by prompts_count desc, id limit ${most})
      union select t.id, t.name, t.slug, t.prompts_count from moving join tags t on t.id = moving.id
    ) used left join moving using (id)
    where prompts_count + coalesce(n, 0) >= ${least}
    order by prompts_count + coalesce(n, 0) desc, id limit ${most}
  `.execute(db);
  return rows;
}

/**
 * The most used tags that begin so, and the one that is spelled out. A rare one among thousands that begin with the same two
 * letters is only found spelled out: the cost is bounded, however many tags there are.
 * @param begun of a slug, without hyphens: two characters at least
 */
export async function selectBegunTags(
  db: Kysely<DB>,
  begun: string,
  folded: string,
  most: number,
): Promise<TagView[]> {
  const { rows } = await sql<TagView>`
    with moving as materialized ${moving}
    select name, slug, prompts_count + coalesce(n, 0) as prompts_count from (
      select id, name, slug, prompts_count from (
        select id, name, slug, prompts_count from tags
        where left(replace(slug, '-', ''), 2) = ${begun.slice(0, 2)} and merged_into is null
        order by prompts_count desc, id limit ${MOST_COMPARED}
      ) near where starts_with(replace(slug, '-', ''), ${begun})
      union
      select t.id, t.name, t.slug, t.prompts_count
      from tags named join tags t on t.id = coalesce(named.merged_into, named.id) where named.folded = ${folded}
    ) fitting left join moving using (id)
    where prompts_count + coalesce(n, 0) > 0
    order by prompts_count + coalesce(n, 0) desc, id limit ${most}
  `.execute(db);
  return rows;
}

/** A tag in the list of all. */
export interface ListedTagRow extends TagView {
  pictures: PromptImageColumns[] | null;
  cursor: string;
}

/** Letters from which the index of parts of names can be asked. */
const LEAST_LETTERS_OF_PART = 3;

/**
 * A page of tags that public prompts have, the most used first, and how many there are, up to `most`. A tag to which others are
 * just being moved stands by its own count, and tells both.
 * @param letters of a slug, without hyphens; none for all tags. Parts of names, other names of a tag too
 */
export async function selectListedTags(
  db: Kysely<DB>,
  letters: string,
  page: Page,
  most: number,
): Promise<{ rows: ListedTagRow[]; found: number }> {
  const compared = sql`replace(slug, '-', '')`;
  const named =
    letters.length < LEAST_LETTERS_OF_PART
      ? sql`left(${compared}, 2) = ${letters} and merged_into is null`
      : sql`${compared} like ${`%${letters}%`}`;
  const among = letters
    ? sql`(
        with named as materialized (
          select id, prompts_count, merged_into from tags
          where ${named} and (prompts_count > 0 or merged_into is not null) limit ${most})
        select id, prompts_count from named where merged_into is null
        union select t.id, t.prompts_count from named join tags t on t.id = named.merged_into
      ) tags`
    : sql`tags`;
  const isUsed = letters ? sql`prompts_count > 0` : sql`merged_into is null and prompts_count > 0`;
  const used = (after: RawBuilder<unknown>, limit: number) => sql`
    (select id, prompts_count from ${among} where ${isUsed} and ${after} order by prompts_count desc, id limit ${limit})`;
  const [count, id] = page.after ?? [];
  // Each half is a range of the index.
  const place = page.after
    ? sql`(
        ${used(sql`prompts_count = ${count}::integer and id > ${id}::bigint`, page.limit)}
        union all ${used(sql`prompts_count < ${count}::integer`, page.limit)}
      ) following`
    : sql`used`;
  const { rows } = await sql<{ found: number; rows: ListedTagRow[] | null }>`
    with used as materialized ${used(sql`true`, most)}
    select (select count(*) from used) as found, (
      select json_agg(json_build_object('name', t.name, 'slug', t.slug, 'prompts_count', t.prompts_count + moving.n,
        'pictures', pictures, 'cursor', concat_ws('.', page.prompts_count, page.id)) order by page.prompts_count desc, page.id)
      from (select * from ${place} order by prompts_count desc, id limit ${page.limit} offset ${page.offset}) page
      join tags t on t.id = page.id
      cross join lateral (
        select coalesce(sum(prompts_count), 0)::bigint as n from tags where merged_into = t.id and prompts_count > 0
      ) moving
      cross join lateral (
        select json_agg(picture) as pictures from (
          select m.hash as image_hash, p.image_alt, m.width, m.height, m.animated, m.color
          from search_matches(with_any_tag(array[t.id]), null, ${sql.lit(TAG_PICTURES)}) found
          join prompts p on p.id = found join images m on m.hash = p.image_hash
        ) picture
      ) shown
    ) as rows
  `.execute(db);
  const [{ found = 0, rows: listed = null } = {}] = rows;
  return { found, rows: listed ?? [] };
}

/** Locks tags that no public prompt has and that are not new, with those merged into them: for {@link deleteTagsWithout}. */
export async function lockUnusedTags(
  trx: Transaction<DB>,
  { after, most }: { after: number; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from tags
    where prompts_count = 0 and merged_into is null and created_at < now() - interval '1 day' and id > ${after}
    order by id limit ${most} for update skip locked
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/** Deletes those of some locked tags that hidden prompts do not have either, and the spellings that were merged into them. */
export async function deleteTagsWithout(trx: Transaction<DB>, ids: number[]): Promise<void> {
  await sql`
    delete from tags where coalesce(merged_into, id) in (
      select t.id from tags t
      cross join lateral (select array_agg(id) as ids, sum(prompts_count) as n from tags where id = t.id or merged_into = t.id) own
      where t.id = any(${ids}::integer[]) and own.n = 0
        and not exists (select from prompts where hidden_at is not null and tag_ids && own.ids)
    )
  `.execute(trx);
}
