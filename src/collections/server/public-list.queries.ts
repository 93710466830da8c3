/** SQL of the collections that everybody may see: the list, the search by title, and those that have a prompt. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { PublicListQuery } from "#collections/contract.ts";
import { PICTURES, PUBLIC_REACH } from "#collections/limits.ts";
import type { PromptImageColumns } from "#media/server/stored-pictures.ts";
import { comesAfter, type Page } from "#platform/database/page.ts";
import type { DB } from "#platform/database/schema.ts";
import { isShown } from "./collections.queries.ts";

export interface PublicRow {
  id: number;
  user_id: string;
  username: string;
  title: string;
  description: string | null;
  /** As JSON has dates. */
  created_at: string;
  updated_at: string;
  followers_count: number;
  items_count: number;
  /** The pictures of the collection's first prompts. */
  pictures: (PromptImageColumns & { prompt_id: number })[];
  cursor: string;
}

/** Entries of collections that a popular prompt has at most looked at, for the few that its page names. */
const MOST_ENTRIES = 500;

/** Sort orders, descending. */
const ORDERS: Record<PublicListQuery["orderBy"], readonly RawBuilder<unknown>[]> = {
  followed: [sql`c.followers_count`, sql`c.id`],
  newest: [sql`c.id`],
};
const inOrder = (order: PublicListQuery["orderBy"]) =>
  sql.join(ORDERS[order].map((column) => sql`${column} desc`));

type Asked = Pick<PublicListQuery, "search" | "orderBy">;

/** Ids of public collections in their order, so many at most that what is looked at has a bound. */
function candidates({ search, orderBy }: Asked, after: RawBuilder<unknown>): RawBuilder<unknown> {
  const place = search
    ? sql`collections_titled(search_query(${search}), ${PUBLIC_REACH}) found join collections c on c.id = found where ${after}`
    : sql`collections c where c.is_public and ${after} order by ${inOrder(orderBy)} limit ${PUBLIC_REACH}`;
  return sql`
    select c.id, row_number() over (order by ${inOrder(orderBy)}) as place
    from (select c.* from ${place}) c join users u on u.id = c.user_id
    where ${isShown} and ${hasSomething}`;
}

/** A condition for collections `c`: whether there is an entry that everybody may see. */
const hasSomething = sql`exists (
  select from collection_items i join prompts p on p.id = i.prompt_id where i.collection_id = c.id and p.hidden_at is null)`;

/** One row of what lists show. */
const wholes = sql`
  (select count(*) from collection_items i where i.collection_id = c.id
    and not exists (select from prompts p where p.id = i.prompt_id and p.hidden_at is not null)) as items_count,
  (select json_agg(picture order by position, prompt_id) from (
    select i.position, i.prompt_id, m.hash as image_hash, p.image_alt, m.width, m.height, m.animated, m.color
    from collection_items i join prompts p on p.id = i.prompt_id join images m on m.hash = p.image_hash
    where i.collection_id = c.id and p.hidden_at is null
    order by i.position, i.prompt_id limit ${sql.lit(PICTURES)}
  ) picture) as pictures`;

/** A page of public collections with something to show, and how many there are within reach. */
export async function selectPublic(
  db: Kysely<DB>,
  query: Asked,
  page: Page,
): Promise<{ rows: PublicRow[]; found: number }> {
  const columns = ORDERS[query.orderBy];
  const place = page.after ? sql`(${candidates(query, comesAfter(columns, page))}) following` : sql`shown`;
  const { rows } = await sql<{ found: number; rows: PublicRow[] | null }>`
    with shown as materialized (${candidates(query, sql`true`)})
    select (select count(*) from shown) as found, (
      select json_agg(row order by place) from (
        select page.place, c.id, c.user_id, u.username, c.title, c.description, c.created_at, c.updated_at,
          c.followers_count, concat_ws('.', ${sql.join(columns)}) as cursor, ${wholes}
        from (select id, place from ${place} order by place limit ${page.limit} offset ${page.offset}) page
        join collections c on c.id = page.id join users u on u.id = c.user_id
      ) row
    ) as rows
  `.execute(db);
  const [{ found = 0, rows: listed = null } = {}] = rows;
  return { found, rows: listed ?? [] };
}

interface NamedRow {
  id: number;
  title: string;
  username: string;
}

/** The most followed public collections that have a public prompt. */
export async function selectWithPrompt(db: Kysely<DB>, promptId: number, most: number): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select c.id, c.title, u.username
    from (select collection_id from collection_items where prompt_id = ${promptId} limit ${sql.lit(MOST_ENTRIES)}) i
    join collections c on c.id = i.collection_id join users u on u.id = c.user_id
    where ${isShown} and exists (select from prompts where id = ${promptId} and hidden_at is null)
    order by ${inOrder("followed")} limit ${most}
  `.execute(db);
  return rows;
}
