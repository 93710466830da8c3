/**
 * Chooses how a page of a search, or of a tag, is found. Few matches are collected and sorted. For common words that would read
 * most of the table, so the list is scanned in its order until the page is full; whichever looks at fewer prompts. How common the words
 * are is estimated from statistics, or from where the first matches are stored; matches are never all counted (decision 16).
 *
 * By relevance, a search is two: prompts whose titles have all words, then the others. Both are looked up at once, so that few
 * matches cost one sort, as by likes; with more, the page is taken from the titles, and what it lacks from the others, each
 * in the way that suits how common the words are there (decision 33).
 */

import type { SearchOrder } from "#library/contract.ts";
import { amongFew, confirmedSearch, type FoundPage, markTitled } from "#library/server/confirmed.service.ts";
import { countPrompts, type Search, type TaggedFilter } from "#library/server/list-filter.queries.ts";
import type { OrderedList } from "#library/server/lists.queries.ts";
import type { PublicContext } from "#platform/context.ts";
import type { Page } from "#platform/database/page.ts";
import { SEARCH_REACH } from "#prompts/contract.ts";
import { CURSORS } from "#prompts/server/cursor.ts";
import type { PromptRow } from "#prompts/server/prompt-rows.queries.ts";
import {
  countOnTheWay,
  estimateMatches,
  isShorter,
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
/** Most steps of a scan for titles look at narrow rows alone, which costs less than collecting a match. */
const TITLES_WALKED_FOR_ONE_COLLECTED = 4;
/** Count that stands for more results than can be reached. */
const MORE = SEARCH_REACH + 1;

/** A search's list: its filters and its order. */
export interface SearchedList extends TaggedFilter {
  order: SearchOrder;
}

/** Prompts that match a search: all of them, if they are within the reach, or roughly how many. */
type Matches = { ids: number[] } | { ids?: never; about: number; isCounted: boolean };

/** Cursors by relevance begin with whether the title has the words. */
export const RELEVANCE_CURSOR = ["flag", ...CURSORS.top] as const;

/**
 * A page of a search: of its first SEARCH_REACH results, or after a cursor.
 * @param words none for all that the list's tags have, which have no relevance
 */
export async function searchPage(
  { db }: Pick<PublicContext, "db">,
  words: string,
  { order, ...filter }: SearchedList,
  page: Page,
): Promise<FoundPage> {
  if (filter.works) return confirmedSearch({ db }, words, { order, ...filter }, page);
  const total = await countPrompts(db, filter);
  return order === "relevance"
    ? relevantPage(db, words, { ...filter, order: "top" }, total, page)
    : orderedPage({ db }, { words, where: words ? "anywhere" : "tagged" }, { ...filter, order }, total, page);
}

/** Prompts whose titles have all words come first, and the most liked first among them and among the others. */
async function relevantPage(
  db: PublicContext["db"],
  words: string,
  list: OrderedList,
  total: number,
  page: Page,
): Promise<FoundPage> {
  const anywhere = { words, where: "anywhere" } as const;
  const inTitle = { words, where: "inTitle" } as const;
  const [all, titled] = await findMatches(db, [anywhere, inTitle], list, total, page);
  if (all.ids) {
    const [counted] = titled.ids ? [titled] : await countMatches(db, [inTitle], list);
    return fewPage(db, all.ids, list, page, counted.ids);
  }
  const countAll = () => pageOf(db, anywhere, list, total, { limit: 0, offset: 0 }, all);
  const titlesPage = async (part: Page) => {
    const { rows, found } = await pageOf(db, inTitle, list, total, part, titled);
    return { rows: markTitled(rows, () => true), found };
  };
  const othersPage = async (titles: number, part: Page) => {
    const others = { ...all, about: Math.max(1, all.about - titles) };
    const { rows, found } = await pageOf(db, { words, where: "elsewhere" }, list, total, part, others);
    return { rows: markTitled(rows, () => false), found };
  };
  if (page.after) {
    const titles = titled.ids ? titled.ids.length : titled.about;
    const rows = await rowsAfter(page.after, page.limit, titlesPage, (part) => othersPage(titles, part));
    return { rows, found: (await countAll()).found };
  }
  const othersOf = (titles: number, limit: number) =>
    othersPage(titles, { limit, offset: Math.max(0, page.offset - titles) });
  const lacking = (titles: number) =>
    Math.max(0, Math.min(page.limit, SEARCH_REACH - page.offset) - Math.max(0, titles - page.offset));

  if (titled.ids) {
    const titles = titled.ids.length;
    const limit = lacking(titles);
    const [first, second] = await Promise.all([
      titlesPage(page),
      limit ? othersOf(titles, limit) : countAll(),
    ]);
    return limit ? join(first, second, limit) : { ...first, found: second.found };
  }
  // Titles that fill the page may be fewer than can be reached: then all matches have to tell how many there are.
  const isFew = titled.about < SURELY_MORE;
  const [first, counted] = await Promise.all([titlesPage(page), isFew ? countAll() : undefined]);
  if (first.found > SEARCH_REACH) return first;
  const limit = lacking(first.found);
  if (limit) return join(first, await othersOf(first.found, limit), limit);
  return { ...first, found: (counted ?? (await countAll())).found };
}

type ReadPage = (part: Page) => Promise<Pick<FoundPage, "rows">>;

/** Rows after those of a cursor by relevance: of titles, then of the others. */
async function rowsAfter(
  [isTitle, ...after]: readonly string[],
  limit: number,
  titlesPage: ReadPage,
  othersPage: ReadPage,
): Promise<PromptRow[]> {
  const part = { limit, offset: 0, after };
  if (isTitle === "0") return (await othersPage(part)).rows;
  const { rows } = await titlesPage(part);
  const lacking = limit - rows.length;
  if (lacking === 0) return rows;
  return [...rows, ...(await othersPage({ limit: lacking, offset: 0 })).rows];
}

/** Titles, and the `limit` prompts that a page lacks from the others. */
function join(titles: FoundPage, others: FoundPage, limit: number): FoundPage {
  return {
    rows: [...titles.rows, ...others.rows.slice(0, limit)],
    found: Math.min(titles.found + others.found, MORE),
  };
}

/**
 * A page of a search's first SEARCH_REACH results in an order of lists.
 * @param total number of the list's prompts
 */
export async function orderedPage(
  { db }: Pick<PublicContext, "db">,
  search: Search,
  list: OrderedList,
  total: number,
  page: Page,
): Promise<FoundPage> {
  const [matches] = await findMatches(db, [search], list, total, page);
  return pageOf(db, search, list, total, page, matches);
}

/** @param page with a limit of 0, the results are counted and the rows mean nothing; after a cursor, `found` means nothing */
async function pageOf(
  db: PublicContext["db"],
  search: Search,
  list: OrderedList,
  total: number,
  page: Page,
  matches: Matches,
): Promise<FoundPage> {
  if (matches.ids) return fewPage(db, matches.ids, list, page);
  if (!matches.isCounted) {
    // The estimate is confirmed if the page was found about where expected. Several words may never occur together.
    const rows = page.limit
      ? await walkTo(db, search, list, page, total, matches.about)
      : await confirm(db, search, list, total, matches.about);
    const isFew = search.where === "inTitle" && matches.about < SURELY_MORE;
    if (rows) return { rows, found: isFew ? page.offset + rows.length : MORE };
    const [counted] = await countMatches(db, [search], list);
    return pageOf(db, search, list, total, page, counted);
  }
  const limit = Math.min(page.limit, SEARCH_REACH - page.offset);
  if (limit <= 0) return { rows: [], found: MORE };
  const rows =
    (await walkTo(db, search, list, page, total, matches.about)) ??
    (await selectGathered(db, search, list, { ...page, limit }));
  return { rows, found: MORE };
}

async function fewPage(
  db: PublicContext["db"],
  ids: number[],
  list: OrderedList,
  page: Page,
  titled?: number[],
): Promise<FoundPage> {
  const found = ids.length;
  if (page.limit === 0 || page.offset >= found) return { rows: [], found };
  return { rows: await amongFew(db, ids, list, page, titled), found };
}

/** The same for each of several searches. */
type ForEach<Searches, Value> = { [Index in keyof Searches]: Value };

/** The matches of each search: estimated where the words are certainly common, counted otherwise. */
async function findMatches<const Searches extends readonly Search[]>(
  db: PublicContext["db"],
  searches: Searches,
  list: OrderedList,
  total: number,
  page: Page,
): Promise<ForEach<Searches, Matches>> {
  const common = total < SURELY_MORE ? [] : await expectCommon(db, searches, list, total, page);
  const uncommon = searches.filter((_, index) => common[index] === undefined);
  const counted: Matches[] = await countMatches(db, uncommon, list);
  return searches.map((_, index) => common[index] ?? counted.shift()) as ForEach<Searches, Matches>;
}

/**
 * The estimated matches of each search among a list's `total` prompts, if its words are certainly common; those in
 * titles if they are walked to, and then there may be fewer than can be reached.
 */
async function expectCommon(
  db: PublicContext["db"],
  searches: readonly Search[],
  { order: _, ...filters }: OrderedList,
  total: number,
  page: Page,
): Promise<(Matches | undefined)[]> {
  const { tagIds, namedIds: __, ...narrowing } = filters;
  const isFiltered = Object.values(narrowing).some((value) => value !== undefined && value !== "all");
  const all = isFiltered ? await countPrompts(db, {}) : total;
  // Titles in all tools: those within one are too few of all prompts for an estimate, and cheap to walk to where it errs.
  const estimates = await estimateMatches(
    db,
    searches.map((search) => [search, search.where === "inTitle" ? { tagIds } : filters]),
  );
  return searches.map((search, index) => {
    const estimate = estimates[index] ?? 0;
    if (search.where === "inTitle") {
      const about = (estimate / all) * total;
      const isCommon = estimate >= COMMON_SHARE_OF_WHOLE_WORDS * all && wayTo(search, page, total, about);
      return isCommon ? { about, isCounted: false } : undefined;
    }
    const about = Math.min(estimate, total);
    const share = search.where === "tagged" ? COMMON_SHARE_OF_WHOLE_WORDS : COMMON_SHARE;
    return about >= Math.max(SURELY_MORE, share * all) ? { about, isCounted: false } : undefined;
  });
}

/** The matches of each search, counted up to MORE. */
async function countMatches<const Searches extends readonly Search[]>(
  db: PublicContext["db"],
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
  db: PublicContext["db"],
  search: Search,
  list: OrderedList,
  page: Page,
  total: number,
  matches: number,
): Promise<PromptRow[] | undefined> {
  const reachable = withinReach(page);
  const way = wayTo(search, page, total, matches);
  if (way === undefined) return undefined;
  const most = Math.ceil(WALK_MARGIN * way);
  const rows = await selectOnTheWay(db, search, list, reachable, most);
  if (rows.length < reachable.limit)
    // After a cursor the list may have come to its end.
    return page.after && (await isShorter(db, list, page, most)) ? rows : undefined;
  return page.offset < SEARCH_REACH ? rows : [];
}

/** @returns undefined when the few matches that confirm an estimate were not found within the expected distance */
async function confirm(
  db: PublicContext["db"],
  search: Search,
  list: OrderedList,
  total: number,
  matches: number,
): Promise<PromptRow[] | undefined> {
  const most = Math.ceil((WALK_MARGIN * FEWEST_CONFIRMING * total) / matches);
  return (await countOnTheWay(db, search, list, FEWEST_CONFIRMING, most)) < FEWEST_CONFIRMING
    ? undefined
    : [];
}

/** A page beyond the reach is only asked whether it exists. */
function withinReach(page: Page): Page {
  const first = Math.min(page.offset, SEARCH_REACH - 1);
  return { ...page, limit: Math.min(page.limit, SEARCH_REACH - first), offset: first };
}

/** Prompts that a scan up to a page is expected to look at; undefined when collecting all matches is cheaper. */
function wayTo({ where }: Search, page: Page, total: number, matches: number): number | undefined {
  const { limit, offset } = withinReach(page);
  const way = ((offset + limit) * total) / matches;
  return way > matches * (where === "inTitle" ? TITLES_WALKED_FOR_ONE_COLLECTED : 1) ? undefined : way;
}
