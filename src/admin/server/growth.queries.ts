/** SQL of the site's growth: counted by a job, read from a few hundred rows. */
import { type Kysely, sql } from "kysely";
import { HISTORY_DAYS } from "#admin/contract.ts";
import { inLongTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";

/** Where a day begins and ends, as in ui/dates.ts. */
const ZONE = "America/Sao_Paulo";

/**
 * Counts all days not yet counted to their end, and everything there is. The first time that is a year; later two days,
 * found by indexes.
 */
export async function countGrowth(db: Kysely<DB>): Promise<void> {
  // Of ten million likes, the first count takes longer than any request may.
  await inLongTransaction(db, async (trx) => {
    const { rows } = await sql<{ since: string }>`
      select coalesce((select max(day) - 1 from daily_counts), today - ${HISTORY_DAYS}::int)::text as since
      from (select (now() at time zone ${ZONE})::date as today) now
    `.execute(trx);
    // As a value of its own the planner sees how little it asks for.
    const since = rows[0]?.since ?? "";
    await sql`
      with people as (
        select (created_at at time zone ${ZONE})::date as day, count(*) as n from users
        where created_at >= ${since}::date::timestamp at time zone ${ZONE} group by 1
      ), published as (
        select (created_at at time zone ${ZONE})::date as day, count(*) as n from prompt_stats
        where created_at >= ${since}::date::timestamp at time zone ${ZONE} group by 1
      ), liked as (
        select (created_at at time zone ${ZONE})::date as day, count(*) as n from likes
        where created_at >= ${since}::date::timestamp at time zone ${ZONE} group by 1
      )
      insert into daily_counts (day, people, prompts, likes)
      select day::date, coalesce(people.n, 0), coalesce(published.n, 0), coalesce(liked.n, 0)
      from generate_series(${since}::date, (now() at time zone ${ZONE})::date, '1 day') as days (day)
        left join people using (day) left join published using (day) left join liked using (day)
      on conflict (day) do update set people = excluded.people, prompts = excluded.prompts, likes = excluded.likes
    `.execute(trx);
    await sql`
      insert into site_totals (people, prompts, likes, pictures, picture_bytes, counted_at)
      select (select count(*) from users), stats.prompts, stats.likes, stored.pictures, stored.bytes, now()
      from (select count(*) as prompts, coalesce(sum(likes_count), 0) as likes from prompt_stats) stats,
        (select count(*) as pictures, coalesce(sum(bytes), 0) as bytes from images) stored
      on conflict (is_only) do update set people = excluded.people, prompts = excluded.prompts, likes = excluded.likes,
        pictures = excluded.pictures, picture_bytes = excluded.picture_bytes, counted_at = excluded.counted_at
    `.execute(trx);
  });
}

/** Everything there was when it was last counted; undefined before the first time. */
export function selectTotals(db: Kysely<DB>) {
  return db
    .selectFrom("site_totals")
    .select(["people", "prompts", "likes", "pictures", "picture_bytes", "counted_at"])
    .executeTakeFirst();
}

/** The last HISTORY_DAYS days up to today in Brasília, the oldest first; what was not counted is zero. */
export async function selectHistory(db: Kysely<DB>) {
  const { rows } = await sql<{ day: string; people: number; prompts: number; likes: number }>`
    select day::date::text as day, coalesce(people, 0) as people, coalesce(prompts, 0) as prompts,
      coalesce(likes, 0) as likes
    from (select (now() at time zone ${ZONE})::date as today) now,
      generate_series(today - ${HISTORY_DAYS - 1}::int, today, '1 day') as days (day)
      left join daily_counts using (day)
    order by 1
  `.execute(db);
  return rows;
}
