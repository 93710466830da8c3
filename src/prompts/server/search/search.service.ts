/**
 * Chooses how a page of a search is found. Few matches are collected and sorted. For common words that would read most of the
 * table, so the list is scanned in its order until the page is full; whichever looks at fewer prompts. How common the words
 * are is estimated from statistics, or from where the first matches are stored; matches are never all counted (decision 16).
 *
 * By relevance, a search is two: prompts whose titles have all words, then the others. Both are looked up at once, so that few
 * matches cost one sort, as by likes; with more, the page is taken from the titles, and what it lacks from the others, each
 * in the way that suits how common the words are there (decision 33).
 */
import type { Context } from "#platform/context.ts";
import { type ListFilter, SEARCH_REACH, type SearchOrder } from "#prompts/contract.ts";
import { countPrompts, type Search } from "#prompts/server/list-filter.queries.ts";
import type { OrderedList, Page, PromptRow } from "#prompts/server/prompts.queries.ts";
import {
  estimateMatches,
  selectAmong,
  selectGathered,
  selectMatches,
  selectOnTheWay,
} from "./search.queries.ts";

/** Share of all prompts from which an estimate is reliable: guesses for unknown words are lower, for whole ones much. */
const COMMON_SHARE = 0.03;
const COMMON_SHARE_OF_WHOLE_WORDS = 0.01;
/** Estimated results from which there certainly are more than can be reached, even if the estimate is twice too high. */
const SURELY_MORE = 5 * SEARCH_REACH;
/** Factor by which a scan may exceed its expected length. */
const WALK_MARGIN = 5;
/** Results that confirm an estimate where none are wanted: one alone may be missing by chance, and collecting is slow. */
const FEWEST_CONFIRMING = 5;
/** What is counted of more results than can be reached. */
const MORE = SEARCH_REACH + 1;

/** A page of results. `found` is counted up to MORE. */
export interface Found {
  rows: PromptRow[];
  found: number;
}

/** A search's list: its filters and its order. */
export interface SearchedList extends ListFilter {
  order: SearchOrder;
}

/** What is known of the prompts that match a search: all of them, if they are within the reach, or roughly how many. */
type Matches = { ids: number[] } | { ids?: never; about: number; isCounted: boolean };

/** A page of a search's first SEARCH_REACH results. */
export async function searchPage(
  { db }: Pick<Context, "db">,
  words: string,
  { order, ...filter }: SearchedList,
  page: Page,
): Promise<Found> {
  const total = await countPrompts(db, filter);
  return order === "relevance"
    ? relevantPage(db, words, { ...filter, order: "top" }, total, page)
    : orderedPage({ db }, { words, where: "anywhere" }, { ...filter, order }, total, page);
}

/** Prompts whose titles have all words come first, and the most liked first among them and among the others. */
async function relevantPage(
  db: Context["db"],
  words: string,
  list: OrderedList,
  total: number,
  page: Page,
): Promise<Found> {
  const inTitle = { words, where: "inTitle" } as const;
  const [all, titled] = await findMatches(db, [{ words, where: "anywhere" }, inTitle], list, total);
  if (all.ids) {
    const [counted] = titled.ids ? [titled] : await countMatches(db, [inTitle], list);
    return amongFew(db, all.ids, list, page, counted.ids);
  }
  const first = pageOf(db, inTitle, list, total, page, titled);
  const titles = titled.ids?.length ?? (await first).found;
  if (titles > SEARCH_REACH) return first;
  const reachable = Math.min(page.limit, SEARCH_REACH - page.offset);
  const limit = Math.max(0, reachable - Math.max(0, titles - page.offset));
  const rest = { limit, offset: Math.max(0, page.offset - titles) };
  const others = { ...all, about: Math.max(1, all.about - titles) };
  const elsewhere = pageOf(db, { words, where: "elsewhere" }, list, total, rest, others);
  const halves = await Promise.all([first, elsewhere]);
  return {
    rows: [...halves[0].rows, ...halves[1].rows.slice(0, limit)],
    found: Math.min(titles + halves[1].found, MORE),
  };
}

/**
 * A page of a search's first SEARCH_REACH results in an order of lists.
 * @param total number of the list's prompts
 */
export async function orderedPage(
  { db }: Pick<Context, "db">,
  search: Search,
  list: OrderedList,
  total: number,
  page: Page,
): Promise<Found> {
  const [matches] = await findMatches(db, [search], list, total);
  return pageOf(db, search, list, total, page, matches);
}

/** @param page with a limit of 0, the results are counted and the rows mean nothing */
async function pageOf(
  db: Context["db"],
  search: Search,
  list: OrderedList,
  total: number,
  page: Page,
  matches: Matches,
): Promise<Found> {
  if (matches.ids) return amongFew(db, matches.ids, list, page);
  if (!matches.isCounted) {
    // The estimate is confirmed if the page was found about where expected. Several words may never occur together.
    const confirming = { ...page, limit: page.limit || FEWEST_CONFIRMING };
    const rows = await walkTo(db, search, list, confirming, total, matches.about);
    if (rows) return { rows, found: MORE };
    const [counted] = await countMatches(db, [search], list);
    return pageOf(db, search, list, total, page, counted);
  }
  const limit = Math.min(page.limit, SEARCH_REACH - page.offset);
  if (limit <= 0) return { rows: [], found: MORE };
  const rows =
    (await walkTo(db, search, list, page, total, matches.about)) ??
    (await selectGathered(db, search, list, { limit, offset: page.offset }));
  return { rows, found: MORE };
}

/** @param first those of them that come first */
async function amongFew(
  db: Context["db"],
  ids: number[],
  list: OrderedList,
  page: Page,
  first?: number[],
): Promise<Found> {
  const found = ids.length;
  if (page.limit === 0 || page.offset >= found) return { rows: [], found };
  return { rows: await selectAmong(db, ids, list, page, first), found };
}

/** The same for each of several searches. */
type ForEach<Searches, Value> = { [Index in keyof Searches]: Value };

/** Of each search the matches: estimated where the words are certainly common, counted otherwise. */
async function findMatches<const Searches extends readonly Search[]>(
  db: Context["db"],
  searches: Searches,
  list: OrderedList,
  total: number,
): Promise<ForEach<Searches, Matches>> {
  const common = total < SURELY_MORE ? [] : await expectCommon(db, searches, list, total);
  const uncommon = searches.filter((_, index) => common[index] === undefined);
  const counted: Matches[] = await countMatches(db, uncommon, list);
  return searches.map((_, index) => common[index] ?? counted.shift()) as ForEach<Searches, Matches>;
}

/** Of each search the estimated matches among a list's `total` prompts, if its words are certainly common. */
async function expectCommon(
  db: Context["db"],
  searches: readonly Search[],
  { order: _, ...filters }: OrderedList,
  total: number,
): Promise<(Matches | undefined)[]> {
  const isFiltered = Object.values(filters).some((value) => value !== undefined && value !== "all");
  const all = isFiltered ? await countPrompts(db, {}) : total;
  const estimates = await estimateMatches(db, searches, filters);
  return searches.map(({ where }, index) => {
    const about = Math.min(estimates[index] ?? 0, total);
    const share = where === "inTitle" ? COMMON_SHARE_OF_WHOLE_WORDS : COMMON_SHARE;
    return about >= Math.max(SURELY_MORE, share * all) ? { about, isCounted: false } : undefined;
  });
}

/** Of each search the matches, counted up to MORE. */
async function countMatches<const Searches extends readonly Search[]>(
  db: Context["db"],
  searches: Searches,
  list: OrderedList,
): Promise<ForEach<Searches, Matches> & Matches[]> {
  const { lists, lastId } = searches.length
    ? await selectMatches(db, searches, list, MORE)
    : { lists: [], lastId: 0 };
  const matches = lists.map((ids): Matches => {
    if (ids.length <= SEARCH_REACH) return { ids };
    // Rows are stored roughly in order of publication, so the position of the median match gives the density of matches.
    // The last ones may have been edited and moved to any free space.
    const middle = ids.sort((a, b) => a - b)[MORE >> 1] ?? 1;
    return { about: MORE / Math.min(1, (2 * middle) / lastId), isCounted: true };
  });
  return matches as ForEach<Searches, Matches> & Matches[];
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
