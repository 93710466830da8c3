/** SQL of the site's growth: a job counts it, pages read a few hundred rows. */
import { type Kysely, sql } from "kysely";
import { HISTORY_DAYS } from "#admin/contract.ts";
import { type Database, inLongTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";

/** Time zone of a day's start and end, as in ui/dates.ts. */
const ZONE = "America/Sao_Paulo";

/**
 * Counts the days not yet counted completely, and all totals. The first run counts a year, later ones two days, found by
 * indexes.
 */
export async function countGrowth(ctx: Pick<Database, "slowDb">): Promise<void> {
  // With ten million likes the first count takes longer than the timeout of requests.
  await inLongTransaction(ctx, async (trx) => {
    const { rows } = await sql<{ since: string }>`
      select coalesce((select max(day) - 1 from daily_counts), today - ${HISTORY_DAYS}::int)::text as since
      from (select (now() at time zone ${ZONE})::date as today) now
    `.execute(trx);
    // As a parameter, so that the planner sees how few rows it selects.
    const since = rows[0]?.since ?? "";
    const perDay = (table: "users" | "prompt_stats" | "likes") => sql`
      select (created_at at time zone ${ZONE})::date as day, count(*) as n from ${sql.table(table)}
      where created_at >= ${since}::date::timestamp at time zone ${ZONE} group by 1`;
    await sql`
      with people as (${perDay("users")}), published as (${perDay("prompt_stats")}), liked as (${perDay("likes")})
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

/** The totals of the last count; undefined before the first. */
export function selectTotals(db: Kysely<DB>) {
  return db
    .selectFrom("site_totals")
    .select(["people", "prompts", "likes", "pictures", "picture_bytes", "counted_at"])
    .executeTakeFirst();
}

/** The last HISTORY_DAYS days up to today in Brasília, oldest first; days not counted are zero. */
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
