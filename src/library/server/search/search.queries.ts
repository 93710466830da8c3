/** SQL of searches: matching prompts, and result pages by each strategy of search.service.ts. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import {
  matchesFilter,
  matchesSearch,
  mayMatch,
  type Search,
  searchMatches,
  searchQuery,
  type TaggedFilter,
} from "#library/server/list-filter.queries.ts";
import type { OrderedList } from "#library/server/lists.queries.ts";
import { comesAfter, type Page } from "#platform/database/page.ts";
import type { DB } from "#platform/database/schema.ts";
import { ORDERS, orderBy, type PromptRow, selectSorted } from "#prompts/server/prompt-rows.queries.ts";

/**
 * For each search, the ids of matching prompts up to a limit, in the order in which they are stored; and the highest of
 * all ids.
 */
export async function selectMatches(
  db: Kysely<DB>,
  searches: readonly Search[],
  filter: TaggedFilter,
  most: number,
): Promise<{ lists: number[][]; lastId: number }> {
  const lists = searches.map(
    (search, position) =>
      sql`(${sql.lit(position)}, array(select id from ${searchMatches(search, filter, most)} id))`,
  );
  const { rows } = await sql<{ ids: number[]; last_id: number }>`
    select ids, (select max(id) from prompts) as last_id
    from (values ${sql.join(lists)}) found (position, ids) order by position
  `.execute(db);
  return { lists: rows.map(({ ids }) => ids), lastId: rows[0]?.last_id ?? 0 };
}

type Estimate = { "Plan Rows": number };

/**
 * The estimated number of matches of each search, from the statistics of the last ANALYZE, without reading rows. Within
 * a factor of two for one of the most common words; for another word a guess of at most 2% of all prompts; for several
 * words a guess that assumes they are independent.
 */
export async function estimateMatches(
  db: Kysely<DB>,
  searches: readonly (readonly [Search, TaggedFilter])[],
): Promise<number[]> {
  const lists = searches.map(
    ([search, filter]) => sql`array(select 1 from prompts where ${matchesSearch(search, filter)})`,
  );
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { Plans: Estimate[] } }] }>`
    explain (format json) select ${sql.join(lists)}
  `.execute(db);
  return rows[0]?.["QUERY PLAN"][0].Plan.Plans.map((plan) => plan["Plan Rows"]) ?? [];
}

/** A page of a few matches. @param titled by relevance: those of them whose titles have the words, which come first */
export function selectAmong(
  db: Kysely<DB>,
  ids: number[],
  { order }: Pick<OrderedList, "order">,
  page: Page,
  titled?: number[],
): Promise<PromptRow[]> {
  const among = sql`s.prompt_id = any(${ids}::bigint[])`;
  if (!titled) {
    const place = sql`prompt_stats s where ${among} and ${comesAfter(ORDERS[order], page)}`;
    return selectSorted(db, place, order, page);
  }
  const after = comesAfter([sql`(titled is not null)::int`, ...ORDERS[order]], page);
  const marked = sql`prompt_stats s left join unnest(${titled}::bigint[]) titled on titled = s.prompt_id
    where ${among} and ${after}`;
  return selectSorted(db, marked, order, page, sql`titled is null, `);
}

/** A page of results: collects and sorts all matches. For words in many prompts, but not in most. */
export function selectGathered(db: Kysely<DB>, search: Search, list: OrderedList, page: Page) {
  const found = sql`(select s.* from ${searchMatches(search, list, null)} id
    join prompt_stats s on s.prompt_id = id where ${comesAfter(ORDERS[list.order], page)}) s`;
  return selectSorted(db, found, list.order, page);
}

/**
 * A page of results: scans the list in its order until the page is full. For common words.
 * @param most maximum number of prompts to scan
 */
export function selectOnTheWay(db: Kysely<DB>, search: Search, list: OrderedList, page: Page, most: number) {
  return selectSorted(db, onTheWay(search, list, page, most), list.order, page);
}

/** Whether a list has fewer than `most` prompts after a page's beginning. */
export async function isShorter(
  db: Kysely<DB>,
  list: OrderedList,
  page: Pick<Page, "after">,
  most: number,
): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select from prompt_stats s where ${matchesFilter(list)} and ${comesAfter(ORDERS[list.order], page)}
      order by ${orderBy(list.order)} limit ${most}
    ) listed
  `.execute(db);
  return (rows[0]?.n ?? 0) < most;
}

/** Number of results, up to `enough`, among the first prompts of the list. @param most maximum number of prompts to scan */
export async function countOnTheWay(
  db: Kysely<DB>,
  search: Search,
  list: OrderedList,
  enough: number,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from ${onTheWay(search, list, {}, most)} limit ${sql.lit(enough)}) found
  `.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * A from clause of the results among the next `most` prompts of the list. The offset and the inner select do not change
 * them: they force this plan, as the planner misjudges words, and keep the search text from being parsed again for each prompt.
 */
function onTheWay(
  search: Search,
  list: OrderedList,
  page: Pick<Page, "after">,
  most: number,
): RawBuilder<unknown> {
  const { order } = list;
  return sql`(
      select * from prompt_stats s where ${matchesFilter(list)} and ${comesAfter(ORDERS[order], page)}
      order by ${orderBy(order)} limit ${most}
    ) s
    cross join lateral (
      select from prompts p where p.id = s.prompt_id and p.search @@ (select ${searchQuery(search, list)}) offset 0
    ) matching where ${mayMatch(search)}`;
}
