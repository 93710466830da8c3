/** SQL of feeds and sitemaps, by index ranges. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/**
 * Numbers, from 1, of the ranges of `size` ids that contain a public prompt. Skips from range to range, with one index look-up
 * each.
 */
export async function selectParts(db: Kysely<DB>, size: number): Promise<number[]> {
  const { rows } = await sql<{ part: number }>`
    with recursive parts (part) as (
      select (min(prompt_id) - 1) / ${size}::int + 1 from prompt_stats
      union all
      select (select (min(prompt_id) - 1) / ${size}::int + 1 from prompt_stats where prompt_id > part * ${size}::int)
      from parts where part is not null
    )
    select part from parts where part is not null
  `.execute(db);
  return rows.map(({ part }) => part);
}

/** Ids of tools with prompts. */
export async function selectUsedTools(db: Kysely<DB>): Promise<number[]> {
  const rows = await db
    .selectFrom("llm_types")
    .select("id")
    .where("prompts_count", ">", 0)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The public prompts with ids from `first` to `last` and their last change. */
export function selectChanges(db: Kysely<DB>, first: number, last: number) {
  return db
    .selectFrom("prompts")
    .select(["id", sql<Date>`coalesce(edited_at, created_at)`.as("changed_at")])
    .where("id", ">=", first)
    .where("id", "<=", last)
    .where("hidden_at", "is", null)
    .orderBy("id")
    .execute();
}

/**
 * Users whose first public prompt has an id from `first` to `last`, and the time of their latest. Two look-ups in the user's
 * index range for each prompt.
 */
export async function selectNewAuthors(db: Kysely<DB>, first: number, last: number) {
  const { rows } = await sql<{ user_id: string; changed_at: Date }>`
    select p.user_id,
      (select l.created_at from prompts l where l.user_id = p.user_id and l.hidden_at is null
        order by l.created_at desc, l.id desc limit 1) as changed_at
    from prompts p
    where p.id between ${first} and ${last} and p.hidden_at is null
      and p.id = (select f.id from prompts f where f.user_id = p.user_id and f.hidden_at is null order by f.created_at, f.id limit 1)
    order by p.id
  `.execute(db);
  return rows;
}
