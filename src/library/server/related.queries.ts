/** SQL of what a prompt shares with others: its tags, and where it came from. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** The ids of a prompt's tags and of their aliases, any of which other prompts may have (`FoundTag.ids`). */
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

/** Selects those of some prompts that are remixes of one. */
export async function selectRemixesAmong(db: Kysely<DB>, id: number, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ prompt_id: number }>`
    select prompt_id from remixes where prompt_id = any(${ids}::bigint[]) and source_id = ${id}
  `.execute(db);
  return rows.map(({ prompt_id }) => prompt_id);
}
