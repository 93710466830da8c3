/** Rules of the library's lists: what a page of them has, and from where it is scanned. */

import { defaultOrder, type ListQuery, TRENDING_SIZE } from "#library/contract.ts";
import type { PublicContext } from "#platform/context.ts";
import type { Page } from "#platform/database/page.ts";
import { toPage, withCursor } from "#platform/http/cursors.ts";
import { type PromptList, type PromptView, SEARCH_REACH, TEXT_LIMITS } from "#prompts/contract.ts";
import { CURSORS } from "#prompts/server/cursor.ts";
import type { PromptRow } from "#prompts/server/prompt-rows.queries.ts";
import { toList, toView } from "#prompts/server/prompts.service.ts";
import { findTag, toTagView } from "#prompts/server/tags.service.ts";
import { ANCHOR_STEP, type Anchors } from "./anchors.service.ts";
import { confirmedPage } from "./confirmed.service.ts";
import { countPrompts } from "./list-filter.queries.ts";
import { type OrderedList, selectPage, selectPageFromEnd, selectTrending } from "./lists.queries.ts";
import { RELEVANCE_CURSOR, searchPage } from "./search/search.service.ts";
import { checkedPage } from "./search/spelling.service.ts";

/** Whether a page may take long: far down such a list, all that it has may be collected for one. */
export const isFar = ({ after, tag, works, search }: ListQuery): boolean =>
  after !== undefined && (tag !== undefined || works !== undefined || search !== undefined);

/**
 * A page of the library (specification, section 7: GET /api/prompts), without viewer state.
 * A search text without words has no results, and neither has a tag that nobody uses.
 * @param anchors required when any page may be requested
 */
export async function listPrompts(
  ctx: Pick<PublicContext, "db">,
  { page: number, limit, after, orderBy, search, spelling, tag: spelled, ...filter }: ListQuery,
  anchors?: Anchors,
): Promise<PromptList> {
  const wanted = { page: number, limit, after };
  const words = search?.trim() ?? "";
  const asked = orderBy ?? defaultOrder(words);
  const order = asked === "relevance" && !words ? "top" : asked;
  const page = toPage(wanted, order === "relevance" ? RELEVANCE_CURSOR : CURSORS[order]);
  const tag = spelled === undefined ? undefined : ((await findTag(ctx, spelled)) ?? null);
  if (tag === null) return { ...toList([], wanted, 0), tag };
  if (words || tag) {
    const named = words ? await findNamed(ctx, words) : undefined;
    const list = { order, tagIds: tag?.ids, namedIds: named?.ids, ...filter };
    const { rows, found, ...instead } =
      // A tag is spelled right, whether or not texts have the word.
      words && spelling && !named
        ? await checkedPage(ctx, words, list, page, spelling)
        : await searchPage(ctx, words, list, page);
    const results = { ...toList(rows, wanted, found, SEARCH_REACH), ...instead, tag: tag && toTagView(tag) };
    return withCursor(results, rows, wanted);
  }
  const list = { order: order === "relevance" ? "top" : order, ...filter } as const;
  if (filter.works) {
    const { rows, found } = await confirmedPage(ctx, list, page);
    return withCursor(toList(rows, wanted, found, SEARCH_REACH), rows, wanted);
  }
  const total = await countPrompts(ctx.db, filter);
  const rows = await readPage(ctx, list, page, total, anchors);
  return withCursor(toList(rows, wanted, total), rows, wanted);
}

/** Longer ones name no tag, even if they fold to less. */
const LONGEST_NAME = 2 * TEXT_LIMITS.tag;

/** The tag that a search spells out, in any spelling. */
const findNamed = (ctx: Pick<PublicContext, "db">, words: string) =>
  words.length > LONGEST_NAME ? undefined : findTag(ctx, words);

/** Scans to a page from the nearest point: what comes before it, the list's start, its end, or an anchor. */
async function readPage(
  { db }: Pick<PublicContext, "db">,
  list: OrderedList,
  page: Page,
  total: number,
  anchors: Anchors | undefined,
): Promise<PromptRow[]> {
  if (page.after) return selectPage(db, list, page);
  const rest = total - page.offset;
  if (rest <= 0) return [];
  if (page.offset < ANCHOR_STEP) return selectPage(db, list, page);
  if (rest <= ANCHOR_STEP) {
    return selectPageFromEnd(db, list, Math.min(page.limit, rest), Math.max(0, rest - page.limit));
  }
  const anchor = await anchors?.before(list, page.offset);
  if (!anchor) return selectPage(db, list, page);
  return selectPage(db, list, { ...page, offset: page.offset - anchor.position, after: anchor.key });
}

/** Number of all prompts. */
export function countAllPrompts(ctx: Pick<PublicContext, "db">): Promise<number> {
  return countPrompts(ctx.db, {});
}

/** The trending list. */
export async function listTrending(ctx: Pick<PublicContext, "db">): Promise<PromptView[]> {
  return (await selectTrending(ctx.db, TRENDING_SIZE)).map(toView);
}
