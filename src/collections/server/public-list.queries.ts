/** SQL of the collections that everybody may see: the list, the search by title, and those that have a prompt. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { PublicListQuery } from "#collections/contract.ts";
import { PICTURES, PUBLIC_REACH } from "#collections/limits.ts";
import type { PromptImageColumns } from "#media/server/stored-pictures.ts";
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
}

/** Entries of collections that a popular prompt has at most looked at, for the few that its page names. */
const MOST_ENTRIES = 500;

const ORDERS: Record<PublicListQuery["orderBy"], RawBuilder<unknown>> = {
  followed: sql`c.followers_count desc, c.id desc`,
  newest: sql`c.id desc`,
};

/** Ids of public collections, so many at most that what is looked at has a bound. */
function candidates({ search, orderBy }: Pick<PublicListQuery, "search" | "orderBy">): RawBuilder<unknown> {
  return search
    ? sql`(select c.* from collections_titled(search_query(${search}), ${PUBLIC_REACH}) found join collections c on c.id = found)`
    : sql`(select c.* from collections c where c.is_public order by ${ORDERS[orderBy]} limit ${PUBLIC_REACH})`;
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
  query: Pick<PublicListQuery, "search" | "orderBy">,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PublicRow[]; found: number }> {
  const { rows } = await sql<{ found: number; rows: PublicRow[] | null }>`
    with shown as materialized (
      select c.id, row_number() over (order by ${ORDERS[query.orderBy]}) as place
      from ${candidates(query)} c join users u on u.id = c.user_id
      where ${isShown} and ${hasSomething}
    )
    select (select count(*) from shown) as found, (
      select json_agg(row order by place) from (
        select page.place, c.id, c.user_id, u.username, c.title, c.description, c.created_at, c.updated_at,
          c.followers_count, ${wholes}
        from (select id, place from shown order by place limit ${limit} offset ${offset}) page
        join collections c on c.id = page.id join users u on u.id = c.user_id
      ) row
    ) as rows
  `.execute(db);
  const [{ found = 0, rows: page = null } = {}] = rows;
  return { found, rows: page ?? [] };
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
    order by ${ORDERS.followed} limit ${most}
  `.execute(db);
  return rows;
}
