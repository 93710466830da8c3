/** SQL of the filter "Testados há pouco": prompts whose present version somebody has confirmed lately. */
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { CONFIRMED_DAYS, type ListFilter } from "#library/contract.ts";
import { comesAfter, type Page } from "#platform/database/page.ts";
import type { DB } from "#platform/database/schema.ts";
import { ORDERS, orderBy, selectSorted } from "#prompts/server/prompt-rows.queries.ts";
import { matchesFilter, type Search, searchQuery, type TaggedFilter } from "./list-filter.queries.ts";
import type { OrderedList } from "./lists.queries.ts";

/** A condition for prompt_stats `s`. */
const isConfirmed = sql<SqlBool>`s.last_worked_at > now() - make_interval(days => ${sql.lit(CONFIRMED_DAYS)})`;

const confirmed = (filter: ListFilter): RawBuilder<unknown> =>
  sql`prompt_stats s where ${matchesFilter(filter)} and ${isConfirmed}`;

/** Ids of confirmed prompts, `most` of them, the last confirmed first: a range of an index. */
export async function selectConfirmed(db: Kysely<DB>, filter: ListFilter, most: number): Promise<number[]> {
  const { rows } = await sql<{ prompt_id: number }>`
    select prompt_id from ${confirmed(filter)} order by ${orderBy("works")} limit ${most}
  `.execute(db);
  return rows.map(({ prompt_id }) => prompt_id);
}

/** About how many confirmed prompts there are, by the statistics of the last ANALYZE, without reading rows. */
export async function estimateConfirmed(db: Kysely<DB>, filter: ListFilter): Promise<number> {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`
    explain (format json) select from ${confirmed(filter)}
  `.execute(db);
  return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

/** A page of them, the last confirmed first. */
export function selectLastConfirmed(db: Kysely<DB>, filter: ListFilter, page: Page) {
  const place = sql`${confirmed(filter)} and ${comesAfter(ORDERS.works, page)}`;
  return selectSorted(db, place, "works", page);
}

/** A page of them: scans the list in its order. @param most maximum number of prompts to scan */
export function selectConfirmedOnTheWay(db: Kysely<DB>, list: OrderedList, page: Page, most: number) {
  const { order } = list;
  const way = sql`(
    select * from prompt_stats s where ${matchesFilter(list)} and ${comesAfter(ORDERS[order], page)}
    order by ${orderBy(order)} limit ${most}
  ) s where ${isConfirmed}`;
  return selectSorted(db, way, order, page);
}

/** A page of them: collects and sorts all. The offset forces this plan. */
export function selectConfirmedGathered(db: Kysely<DB>, list: OrderedList, page: Page) {
  const { order } = list;
  const place = sql`(select s.* from ${confirmed(list)} offset 0) s where ${comesAfter(ORDERS[order], page)}`;
  return selectSorted(db, place, order, page);
}

/** Those prompts that are confirmed. */
export async function selectConfirmedAmong(db: Kysely<DB>, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ prompt_id: number }>`
    select prompt_id from prompt_stats s where prompt_id = any(${ids}::bigint[]) and ${isConfirmed}
  `.execute(db);
  return rows.map(({ prompt_id }) => prompt_id);
}

/** Those prompts that match a search: looked at one by one, by primary key. */
export async function selectMatchingAmong(
  db: Kysely<DB>,
  ids: number[],
  search: Search,
  filter: TaggedFilter,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::bigint[]) wanted cross join lateral (
      select id from prompts where id = wanted and search @@ (select ${searchQuery(search, filter)}) offset 0
    ) matching
  `.execute(db);
  return rows.map(({ id }) => id);
}
