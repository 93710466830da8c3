/** SQL of searches: matching prompts, and result pages by each strategy of search.service.ts. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import type { ListFilter } from "#prompts/contract.ts";
import {
  matchesFilter,
  matchesSearch,
  type Search,
  searchMatches,
  searchQuery,
} from "#prompts/server/list-filter.queries.ts";
import { type OrderedList, orderBy, type Page, selectSorted } from "#prompts/server/prompts.queries.ts";

/** Ids of matching prompts up to a limit, in the order in which they are stored. */
export async function selectMatches(
  db: Kysely<DB>,
  search: Search,
  filter: ListFilter,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${searchMatches(search, filter, most)} id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Estimated number of matches, from the statistics of the last ANALYZE, without reading rows. Within a factor of two for
 * one of the most common words; for another word a guess of at most 2% of all prompts; for several words a guess that
 * assumes they are independent.
 */
export async function estimateMatches(db: Kysely<DB>, search: Search, filter: ListFilter): Promise<number> {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`
    explain (format json) select from prompts where ${matchesSearch(search, filter)}
  `.execute(db);
  return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

/** A page of a few matches. */
export function selectAmong(
  db: Kysely<DB>,
  ids: number[],
  { order }: Pick<OrderedList, "order">,
  page: Page,
) {
  return selectSorted(db, sql`prompt_stats s where s.prompt_id = any(${ids}::bigint[])`, order, page);
}

/** A page of results: collects and sorts all matches. For words in many prompts, but not in most. */
export function selectGathered(db: Kysely<DB>, search: Search, list: OrderedList, page: Page) {
  const found = sql`(select s.* from ${searchMatches(search, list, null)} id
    join prompt_stats s on s.prompt_id = id) s`;
  return selectSorted(db, found, list.order, page);
}

/**
 * A page of results: scans the list in its order until the page is full. For common words. The offset and the inner
 * select do not change the results: they force this plan, as the planner misjudges words, and keep the search text
 * from being parsed again for each prompt.
 * @param most maximum number of prompts to scan
 */
export function selectOnTheWay(db: Kysely<DB>, search: Search, list: OrderedList, page: Page, most: number) {
  const order = orderBy(list.order);
  const way = sql`(select * from prompt_stats s where ${matchesFilter(list)} order by ${order} limit ${most}) s
    cross join lateral (
      select from prompts p where p.id = s.prompt_id and p.search @@ (select ${searchQuery(search)}) offset 0
    ) matching`;
  return selectSorted(db, way, list.order, page);
}

/** The highest prompt id, 0 without prompts. One index look-up. */
export async function selectLastId(db: Kysely<DB>): Promise<number> {
  const row = await db
    .selectFrom("prompts")
    .select((select) => select.fn.max<number | null>("id").as("id"))
    .executeTakeFirstOrThrow();
  return row.id ?? 0;
}
