/**
 * The filter "Testados há pouco", which moves with time, so that no count of it can be stored: of a page's results up to
 * SEARCH_REACH are counted and reached, as of a search (decision 16).
 */

import type { SearchOrder } from "#library/contract.ts";
import type { PublicContext } from "#platform/context.ts";
import type { Page } from "#platform/database/page.ts";
import { SEARCH_REACH } from "#prompts/contract.ts";
import type { PromptRow } from "#prompts/server/prompt-rows.queries.ts";
import {
  estimateConfirmed,
  selectConfirmed,
  selectConfirmedAmong,
  selectConfirmedGathered,
  selectConfirmedOnTheWay,
  selectLastConfirmed,
  selectMatchingAmong,
} from "./confirmed.queries.ts";
import { countPrompts, type TaggedFilter } from "./list-filter.queries.ts";
import type { OrderedList } from "./lists.queries.ts";
import { selectAmong, selectMatches } from "./search/search.queries.ts";

/** Count that stands for more prompts than can be reached. */
const MORE = SEARCH_REACH + 1;
/** Confirmed prompts among which common words are looked for, the last confirmed first: each is read. */
const LOOKED_AT = 2000;
/** Factor by which a scan may exceed its expected length. */
const WALK_MARGIN = 5;

/** A page of prompts. `found` is counted up to MORE; of a search in titles, there may be more than those up to the page. */
export interface FoundPage {
  rows: PromptRow[];
  found: number;
}

/** A page of confirmed prompts. */
export async function confirmedPage(
  { db }: Pick<PublicContext, "db">,
  list: OrderedList,
  page: Page,
): Promise<FoundPage> {
  const found = (await selectConfirmed(db, list, MORE)).length;
  const limit = page.after ? page.limit : Math.min(page.limit, Math.min(found, SEARCH_REACH) - page.offset);
  if (limit <= 0) return { rows: [], found };
  const reachable = { ...page, limit };
  if (list.order === "works") return { rows: await selectLastConfirmed(db, list, reachable), found };
  const select = found === MORE ? longPage : selectConfirmedGathered;
  return { rows: await select(db, list, reachable), found };
}

/** Walks the list or gathers all confirmed prompts, whichever looks at fewer. */
async function longPage(db: PublicContext["db"], list: OrderedList, page: Page): Promise<PromptRow[]> {
  const [total, estimate] = await Promise.all([countPrompts(db, list), estimateConfirmed(db, list)]);
  const about = Math.max(MORE, estimate);
  const way = ((page.offset + page.limit) * total) / about;
  if (way <= about) {
    const rows = await selectConfirmedOnTheWay(db, list, page, Math.ceil(WALK_MARGIN * way));
    if (rows.length === page.limit) return rows;
  }
  return selectConfirmedGathered(db, list, page);
}

/** Rows of a search by relevance: before their cursors stands whether the titles have the words. */
export const markTitled = (rows: PromptRow[], isTitled: (id: number) => boolean): PromptRow[] =>
  rows.map((row) => ({ ...row, cursor: `${isTitled(row.id) ? 1 : 0}.${row.cursor}` }));

/** A page of a few prompts. @param titled by relevance: those of them that come first */
export async function amongFew(
  db: PublicContext["db"],
  ids: number[],
  list: Pick<OrderedList, "order">,
  page: Page,
  titled?: number[],
): Promise<PromptRow[]> {
  const rows = await selectAmong(db, ids, list, page, titled);
  if (!titled) return rows;
  const ofTitles = new Set(titled);
  return markTitled(rows, (id) => ofTitles.has(id));
}

async function among(
  db: PublicContext["db"],
  ids: number[],
  list: Pick<OrderedList, "order">,
  page: Page,
  titled?: number[],
): Promise<FoundPage> {
  const found = Math.min(ids.length, MORE);
  if (page.offset >= Math.min(found, SEARCH_REACH)) return { rows: [], found };
  return { rows: await amongFew(db, ids, list, page, titled), found };
}

/**
 * A page of a search, or of a tag, within confirmed prompts; by relevance only with words. Words that more than a thousand prompts have are looked for among the
 * LOOKED_AT last confirmed ones.
 */
export async function confirmedSearch(
  { db }: Pick<PublicContext, "db">,
  words: string,
  { order, ...filter }: TaggedFilter & { order: SearchOrder },
  page: Page,
): Promise<FoundPage> {
  const ids = await findConfirmed(db, words, filter);
  if (order !== "relevance") return among(db, ids, { order }, page);
  const titled = await selectMatchingAmong(db, ids, { words, where: "inTitle" }, filter);
  return among(db, ids, { order: "top" }, page, titled);
}

async function findConfirmed(
  db: PublicContext["db"],
  words: string,
  filter: TaggedFilter,
): Promise<number[]> {
  const search = { words, where: words ? "anywhere" : "tagged" } as const;
  const [matches = []] = (await selectMatches(db, [search], filter, MORE)).lists;
  if (matches.length < MORE) return selectConfirmedAmong(db, matches);
  return selectMatchingAmong(db, await selectConfirmed(db, filter, LOOKED_AT), search, filter);
}
