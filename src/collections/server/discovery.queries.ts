/** SQL of the sitemap's collections, by index ranges. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import { isShown } from "./collections.queries.ts";

/** Numbers, from 1, of the ranges of `size` ids with a public collection: one index look-up for each range. */
export async function selectCollectionParts(db: Kysely<DB>, size: number): Promise<number[]> {
  const { rows } = await sql<{ part: number }>`
    with recursive parts (part) as (
      select (min(id) - 1) / ${size}::int + 1 from collections where is_public
      union all
      select (select (min(id) - 1) / ${size}::int + 1 from collections where is_public and id > part * ${size}::int)
      from parts where part is not null
    )
    select part from parts where part is not null
  `.execute(db);
  return rows.map(({ part }) => part);
}

/** The public collections with ids from `first` to `last` that have something to show. */
export async function selectListed(db: Kysely<DB>, first: number, last: number) {
  const { rows } = await sql<{ id: number; title: string; updated_at: Date }>`
    select c.id, c.title, c.updated_at
    from collections c join users u on u.id = c.user_id
    where c.id between ${first} and ${last} and ${isShown}
      and exists (select from collection_items i join prompts p on p.id = i.prompt_id
        where i.collection_id = c.id and p.hidden_at is null)
    order by c.id
  `.execute(db);
  return rows;
}
