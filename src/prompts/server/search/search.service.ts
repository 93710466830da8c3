/**
 * Which way a search takes. The matches of a rare word are gathered and sorted; for a common word that would read most of the
 * table, so the list is walked in its own order until the page is full. Statistics, or where half of the first matches are
 * stored, tell how common the words are; nobody counts them all (decision 16).
 */
import type { Context } from "#platform/context.ts";
import { SEARCH_REACH } from "#prompts/contract.ts";
import { countPrompts, type ListFilter, type Page, type PromptRow } from "#prompts/server/prompts.queries.ts";
import {
  estimateMatches,
  selectAmong,
  selectGathered,
  selectLastId,
  selectMatches,
  selectOnTheWay,
} from "./search.queries.ts";

/** From this share of all prompts on, statistics know that a word is common: what they guess is less. */
const COMMON_SHARE = 0.03;
/** From so many results on that statistics expect there are more than can be reached, though they may count a word twice. */
const SURELY_MORE = 5 * SEARCH_REACH;
/** How many times as far as expected a list is walked. */
const WALK_MARGIN = 5;

/**
 * A page of what a search finds, of its first SEARCH_REACH results.
 * @returns `found` as far as it was counted, no further than one past SEARCH_REACH
 */
export async function searchPage(
  { db }: Pick<Context, "db">,
  search: string,
  filter: ListFilter,
  page: Page,
): Promise<{ rows: PromptRow[]; found: number }> {
  const total = await countPrompts(db, filter.llmTypeId);
  const expected = total < SURELY_MORE ? undefined : await expectCommon(db, search, filter, total);
  if (expected !== undefined) {
    // What was expected is taken for true when the page lies about where it should. Several words may never meet.
    const rows = await walkTo(db, search, filter, page, total, expected);
    if (rows) return { rows, found: SEARCH_REACH + 1 };
  }
  const matches = await selectMatches(db, search, filter, SEARCH_REACH + 1);
  const found = matches.length;
  if (found <= SEARCH_REACH) {
    const rows = page.offset < found ? await selectAmong(db, matches, filter, page) : [];
    return { rows, found };
  }
  // They are stored about as they were published: how far one had to look for half of these tells how many there are. The
  // farthest may have been edited, and so be stored where there was room.
  const middle = matches.sort((a, b) => a - b)[found >> 1] ?? 1;
  const share = Math.min(1, (2 * middle) / (await selectLastId(db)));
  const limit = Math.min(page.limit, SEARCH_REACH - page.offset);
  if (limit <= 0) return { rows: [], found };
  const rows =
    (await walkTo(db, search, filter, page, total, found / share)) ??
    (await selectGathered(db, search, filter, { limit, offset: page.offset }));
  return { rows, found };
}

/** How many of a list's `total` prompts have the words, where these are so common that nobody has to count. */
async function expectCommon(
  db: Context["db"],
  search: string,
  filter: ListFilter,
  total: number,
): Promise<number | undefined> {
  const all = filter.llmTypeId === undefined ? total : await countPrompts(db, undefined);
  const expected = await estimateMatches(db, search, filter);
  return expected >= Math.max(SURELY_MORE, COMMON_SHARE * all) ? Math.min(expected, total) : undefined;
}

/**
 * Walks to a page of results in the order of the list.
 * @param matches of the list's `total` prompts, about
 * @returns undefined where gathering all matches is shorter, and where the page was not met although it should have been
 */
async function walkTo(
  db: Context["db"],
  search: string,
  filter: ListFilter,
  page: Page,
  total: number,
  matches: number,
): Promise<PromptRow[] | undefined> {
  // Of a page beyond the reach only its being there is asked.
  const offset = Math.min(page.offset, SEARCH_REACH - 1);
  const limit = Math.min(page.limit, SEARCH_REACH - offset);
  const way = ((offset + limit) * total) / matches;
  if (way > matches) return undefined;
  const rows = await selectOnTheWay(db, search, filter, { limit, offset }, Math.ceil(WALK_MARGIN * way));
  if (rows.length < limit) return undefined;
  return page.offset < SEARCH_REACH ? rows : [];
}
