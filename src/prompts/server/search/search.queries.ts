/** SQL of searches: what matches, and pages of it by each way that search.service.ts chooses from. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import {
  type ListFilter,
  matchesFilter,
  orderBy,
  type Page,
  selectSorted,
} from "#prompts/server/prompts.queries.ts";

/** Ids of the prompts that a search finds, at most so many, in the order in which they are stored. */
export async function selectMatches(
  db: Kysely<DB>,
  search: string,
  { llmTypeId }: Pick<ListFilter, "llmTypeId">,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from search_matches(${search}, ${llmTypeId ?? null}, ${most}) id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * How many prompts a search finds, as the statistics of the last ANALYZE have it: nothing is read. True within a factor of two
 * for a word that is among the commonest; for any other a guess, of two in a hundred of all prompts at most; for several words
 * a guess that they have nothing to do with each other.
 */
export async function estimateMatches(
  db: Kysely<DB>,
  search: string,
  { llmTypeId }: Pick<ListFilter, "llmTypeId">,
): Promise<number> {
  const matching =
    llmTypeId === undefined
      ? sql`search @@ search_query(${search})`
      : sql`within_tool(search, llm_type_id) @@ within_tool(search_query(${search}), ${llmTypeId}::smallint)`;
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`
    explain (format json) select from prompts where ${matching}
  `.execute(db);
  return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

/** A page of a few prompts that were found. */
export function selectAmong(db: Kysely<DB>, ids: number[], { order }: Pick<ListFilter, "order">, page: Page) {
  return selectSorted(db, sql`prompt_stats s where s.prompt_id = any(${ids}::bigint[])`, order, page);
}

/** A page of what a search finds: all of it is gathered and put in order. For words that many prompts have, but not most. */
export function selectGathered(db: Kysely<DB>, search: string, { order, llmTypeId }: ListFilter, page: Page) {
  const found = sql`(select s.* from search_matches(${search}, ${llmTypeId ?? null}, null) id
    join prompt_stats s on s.prompt_id = id) s`;
  return selectSorted(db, found, order, page);
}

/**
 * A page of what a search finds: the list is walked in its order until enough was found. For common words. Neither the offset
 * nor the inner select changes what is found: they keep the planner, which knows too little of words, from another way, and the
 * words from being read again for each prompt.
 * @param most prompts that are looked at; what comes after them is not on the page
 */
export function selectOnTheWay(db: Kysely<DB>, search: string, filter: ListFilter, page: Page, most: number) {
  const order = orderBy(filter.order);
  const way = sql`(select * from prompt_stats s where ${matchesFilter(filter)} order by ${order} limit ${most}) s
    cross join lateral (
      select from prompts p where p.id = s.prompt_id and p.search @@ (select search_query(${search})) offset 0
    ) matching`;
  return selectSorted(db, way, filter.order, page);
}

/** The highest id that a prompt has; 0 without any. One look at the end of an index. */
export async function selectLastId(db: Kysely<DB>): Promise<number> {
  const row = await db
    .selectFrom("prompts")
    .select((select) => select.fn.max<number | null>("id").as("id"))
    .executeTakeFirstOrThrow();
  return row.id ?? 0;
}
