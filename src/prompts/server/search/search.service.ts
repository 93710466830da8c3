/**
 * Chooses the strategy of a search. Matches of a rare word are collected and sorted. For a common word that would read most
 * of the table, so the list is scanned in its order until the page is full. How common the words are is estimated from
 * statistics, or from where the first matches are stored; matches are never all counted (decision 16).
 */
import type { Context } from "#platform/context.ts";
import { SEARCH_REACH } from "#prompts/contract.ts";
import { countPrompts } from "#prompts/server/list-filter.queries.ts";
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

/**
 * A page of a search's first SEARCH_REACH results.
 * @returns `found` is counted up to one more than SEARCH_REACH
 */
export async function searchPage(
  { db }: Pick<Context, "db">,
  search: string,
  list: OrderedList,
  page: Page,
): Promise<{ rows: PromptRow[]; found: number }> {
  const total = await countPrompts(db, list);
  const expected = total < SURELY_MORE ? undefined : await expectCommon(db, search, list, total);
  if (expected !== undefined) {
    // The estimate is confirmed if the page was found about where expected. Several words may never occur together.
    const rows = await walkTo(db, search, list, page, total, expected);
    if (rows) return { rows, found: SEARCH_REACH + 1 };
  }
  const matches = await selectMatches(db, search, list, SEARCH_REACH + 1);
  const found = matches.length;
  if (found <= SEARCH_REACH) {
    const rows = page.offset < found ? await selectAmong(db, matches, list, page) : [];
    return { rows, found };
  }
  // Rows are stored roughly in order of publication, so the position of the median match gives the density of matches.
  // The last ones may have been edited and moved to any free space.
  const middle = matches.sort((a, b) => a - b)[found >> 1] ?? 1;
  const share = Math.min(1, (2 * middle) / (await selectLastId(db)));
  const limit = Math.min(page.limit, SEARCH_REACH - page.offset);
  if (limit <= 0) return { rows: [], found };
  const rows =
    (await walkTo(db, search, list, page, total, found / share)) ??
    (await selectGathered(db, search, list, { limit, offset: page.offset }));
  return { rows, found };
}

/** Estimated matches among a list's `total` prompts, if the words are certainly common. */
async function expectCommon(
  db: Context["db"],
  search: string,
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
  search: string,
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
