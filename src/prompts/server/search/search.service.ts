/**
 * Chooses the strategy of a search. Matches of a rare word are collected and sorted. For a common word that would read most
 * of the table, so the list is scanned in its order until the page is full. How common the words are is estimated from
 * statistics, or from where the first matches are stored; matches are never all counted (decision 16).
 */
import type { Context } from "#platform/context.ts";
import { type ListFilter, SEARCH_REACH, type SearchOrder } from "#prompts/contract.ts";
import { countPrompts, type Search } from "#prompts/server/list-filter.queries.ts";
import type { OrderedList, Page, PromptRow } from "#prompts/server/prompts.queries.ts";
import {
  estimateMatches,
  selectAmong,
  selectGathered,
  selectLastId,
  selectMatches,
  selectOnTheWay,
} from "./search.queries.ts";

/** Share of all prompts from which an estimate is reliable: guesses for unknown words are lower. */
const COMMON_SHARE = 0.03;
/** Estimated results from which there certainly are more than can be reached, even if the estimate is twice too high. */
const SURELY_MORE = 5 * SEARCH_REACH;
/** Factor by which a scan may exceed its expected length. */
const WALK_MARGIN = 5;
/** Results that confirm an estimate where none are wanted: one alone may be missing by chance, and collecting is slow. */
const FEWEST_CONFIRMING = 5;

/** A page of results. `found` is counted up to one more than SEARCH_REACH. */
export interface Found {
  rows: PromptRow[];
  found: number;
}

/** A search's list: its filters and its order. */
export interface SearchedList extends ListFilter {
  order: SearchOrder;
}

/**
 * A page of a search's first SEARCH_REACH results. By relevance, prompts whose titles have all words come first, and the
 * most liked first among them and among the others.
 */
export async function searchPage(
  ctx: Pick<Context, "db">,
  words: string,
  { order, ...filter }: SearchedList,
  page: Page,
): Promise<Found> {
  const total = await countPrompts(ctx.db, filter);
  if (order !== "relevance")
    return orderedPage(ctx, { words, where: "anywhere" }, { ...filter, order }, total, page);
  const list = { ...filter, order: "top" } as const;
  const inTitle = await orderedPage(ctx, { words, where: "inTitle" }, list, total, page);
  if (inTitle.found > SEARCH_REACH) return inTitle;
  const reachable = Math.min(page.limit, SEARCH_REACH - page.offset);
  const limit = Math.max(0, reachable - inTitle.rows.length);
  const rest = { limit, offset: Math.max(0, page.offset - inTitle.found) };
  const elsewhere = await orderedPage(ctx, { words, where: "elsewhere" }, list, total, rest);
  return {
    rows: [...inTitle.rows, ...elsewhere.rows.slice(0, limit)],
    found: Math.min(inTitle.found + elsewhere.found, SEARCH_REACH + 1),
  };
}

/**
 * A page of a search's first SEARCH_REACH results in an order of lists.
 * @param total number of the list's prompts
 * @param wanted with a limit of 0, the results are counted and the rows mean nothing
 */
export async function orderedPage(
  { db }: Pick<Context, "db">,
  search: Search,
  list: OrderedList,
  total: number,
  wanted: Page,
): Promise<Found> {
  const page = { ...wanted, limit: wanted.limit || FEWEST_CONFIRMING };
  const expected = total < SURELY_MORE ? undefined : await expectCommon(db, search, list, total);
  if (expected !== undefined) {
    // The estimate is confirmed if the page was found about where expected. Several words may never occur together.
    const rows = await walkTo(db, search, list, page, total, expected);
    if (rows) return { rows, found: SEARCH_REACH + 1 };
  }
  const matches = await selectMatches(db, search, list, SEARCH_REACH + 1);
  const found = matches.length;
  if (found <= SEARCH_REACH) {
    const rows = wanted.limit > 0 && page.offset < found ? await selectAmong(db, matches, list, page) : [];
    return { rows, found };
  }
  // Rows are stored roughly in order of publication, so the position of the median match gives the density of matches.
  // The last ones may have been edited and moved to any free space.
  const middle = matches.sort((a, b) => a - b)[found >> 1] ?? 1;
  const share = Math.min(1, (2 * middle) / (await selectLastId(db)));
  const limit = Math.min(page.limit, SEARCH_REACH - page.offset);
  if (limit <= 0 || wanted.limit === 0) return { rows: [], found };
  const rows =
    (await walkTo(db, search, list, page, total, found / share)) ??
    (await selectGathered(db, search, list, { limit, offset: page.offset }));
  return { rows, found };
}

/** Estimated matches among a list's `total` prompts, if the words are certainly common. */
async function expectCommon(
  db: Context["db"],
  search: Search,
  { order: _, ...filters }: OrderedList,
  total: number,
): Promise<number | undefined> {
  const isFiltered = Object.values(filters).some((value) => value !== undefined && value !== "all");
  const all = isFiltered ? await countPrompts(db, {}) : total;
  const expected = await estimateMatches(db, search, filters);
  return expected >= Math.max(SURELY_MORE, COMMON_SHARE * all) ? Math.min(expected, total) : undefined;
}

/**
 * Scans the list in its order up to a page of results.
 * @param matches approximate number of matches among the list's `total` prompts
 * @returns undefined when collecting all matches is cheaper, or when the page was not found within the expected distance
 */
async function walkTo(
  db: Context["db"],
  search: Search,
  list: OrderedList,
  page: Page,
  total: number,
  matches: number,
): Promise<PromptRow[] | undefined> {
  // For a page beyond the reach only its existence matters.
  const offset = Math.min(page.offset, SEARCH_REACH - 1);
  const limit = Math.min(page.limit, SEARCH_REACH - offset);
  const way = ((offset + limit) * total) / matches;
  if (way > matches) return undefined;
  const rows = await selectOnTheWay(db, search, list, { limit, offset }, Math.ceil(WALK_MARGIN * way));
  if (rows.length < limit) return undefined;
  return page.offset < SEARCH_REACH ? rows : [];
}
