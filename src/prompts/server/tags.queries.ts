/** SQL of tags: creating, finding, suggesting, listing. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import type { TagView } from "#prompts/contract.ts";

/** A tag as it is written, and as it is compared and addressed. */
export interface WrittenTag {
  name: string;
  folded: string;
  slug: string;
}

/** Of tags that begin with the same two letters, the most used that are looked at. */
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

/** What tags get from those merged into them, until a job has changed the prompts: few, by an index of their own. */
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

/** Of a prompt's tags, all ids that prompts with them may have, as `FoundTag.ids`. */
export async function selectTagIds(db: Kysely<DB>, promptId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with own as materialized (
      select (select coalesce(merged_into, id) from tags where id = given) as id
      from prompts p, unnest(p.tag_ids) given where p.id = ${promptId}
    )
    select id from own
    union select merged.id from own cross join lateral (select id from tags where merged_into = own.id) merged
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks tags that no public prompt has and that are not new, with those merged into them: for {@link deleteTagsWithout}. */
export async function lockUnusedTags(trx: Transaction<DB>, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from tags
    where prompts_count = 0 and merged_into is null and created_at < now() - interval '1 day'
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
