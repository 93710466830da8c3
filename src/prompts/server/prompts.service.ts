/** Rules for reading prompts: lists, detail and their visibility. */
import { isUuid, type Viewer } from "#accounts/server/sessions/authenticate.ts";
import { findUser, userRemoved } from "#accounts/server/users/users.service.ts";
import { imageView } from "#media/server/stored-pictures.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import {
  defaultOrder,
  type ListQuery,
  type PageQuery,
  type PromptList,
  type PromptView,
  SEARCH_REACH,
  TRENDING_SIZE,
} from "#prompts/contract.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { messages } from "#prompts/messages.ts";
import { ANCHOR_STEP, type Anchors } from "./anchors.service.ts";
import { confirmedPage } from "./confirmed.service.ts";
import { countPrompts } from "./list-filter.queries.ts";
import { countPromptsOf } from "./own-prompts.queries.ts";
import { parsePromptId, promptNotFound, promptRemoved } from "./prompt-id.ts";
import {
  countFavorites,
  type OrderedList,
  type Page,
  type PromptRow,
  selectByAuthor,
  selectById,
  selectByIds,
  selectFavorites,
  selectInReview,
  selectIsHidden,
  selectPage,
  selectPageFromEnd,
  selectTrending,
} from "./prompts.queries.ts";
import { searchPage } from "./search/search.service.ts";
import { checkedPage } from "./search/spelling.service.ts";
import { findTag, toTagView } from "./tags.service.ts";
import { withViewerState } from "./viewer-state.service.ts";

/** The response of a row, without viewer state, which is joined later. */
export function toView(row: PromptRow): PromptView {
  const { image_hash, image_alt, width, height, animated, color, llm_type_name, username, ...columns } = row;
  const image = imageView({ image_hash, image_alt, width, height, animated, color });
  return {
    ...columns,
    thumbnail_url: image.url,
    image,
    llm_type: { id: row.llm_type_id, name: llm_type_name },
    user: { username },
    is_liked: false,
    is_favorited: false,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    last_worked_at: row.last_worked_at?.toISOString() ?? null,
  };
}

export const toPage = ({ page, limit }: PageQuery): Page => ({ limit, offset: (page - 1) * limit });

/** A page in a response. @param total number of prompts; `reach` is the number that paging can reach */
export function toList(
  rows: PromptRow[],
  { page, limit }: PageQuery,
  total: number,
  reach = Number.POSITIVE_INFINITY,
): PromptList {
  const reachable = Math.min(total, reach);
  return {
    data: rows.map(toView),
    pagination: { page, limit, pages: Math.ceil(reachable / limit), total: reachable, more: total > reach },
  };
}

/**
 * A page of the library (specification, section 7: GET /api/prompts), without viewer state.
 * A search text without words has no results, and neither has a tag that nobody uses.
 * @param anchors required when any page may be requested
 */
export async function listPrompts(
  ctx: Pick<Context, "db">,
  { page, limit, orderBy, search, spelling, tag: spelled, ...filter }: ListQuery,
  anchors?: Anchors,
): Promise<PromptList> {
  const wanted = { page, limit };
  const words = search?.trim() ?? "";
  const tag = spelled === undefined ? undefined : ((await findTag(ctx, spelled)) ?? null);
  if (tag === null) return { ...toList([], wanted, 0), tag };
  if (words || tag) {
    const list = { order: orderBy ?? defaultOrder(words), tagIds: tag?.ids, ...filter };
    const { rows, found, ...instead } =
      words && spelling
        ? await checkedPage(ctx, words, list, toPage(wanted), spelling)
        : await searchPage(ctx, words, list, toPage(wanted));
    return { ...toList(rows, wanted, found, SEARCH_REACH), ...instead, tag: tag && toTagView(tag) };
  }
  const list = { order: orderBy && orderBy !== "relevance" ? orderBy : "top", ...filter };
  if (filter.works) {
    const { rows, found } = await confirmedPage(ctx, list, toPage(wanted));
    return toList(rows, wanted, found, SEARCH_REACH);
  }
  const total = await countPrompts(ctx.db, filter);
  const rows = await readPage(ctx, list, toPage(wanted), total, anchors);
  return toList(rows, wanted, total);
}

/** Scans to a page from the nearest point: the list's start, its end, or an anchor. */
async function readPage(
  { db }: Pick<Context, "db">,
  list: OrderedList,
  page: Page,
  total: number,
  anchors: Anchors | undefined,
): Promise<PromptRow[]> {
  const rest = total - page.offset;
  if (rest <= 0) return [];
  if (page.offset < ANCHOR_STEP) return selectPage(db, list, page);
  if (rest <= ANCHOR_STEP) {
    return selectPageFromEnd(db, list, Math.min(page.limit, rest), Math.max(0, rest - page.limit));
  }
  return selectPage(db, list, page, await anchors?.before(list, page.offset));
}

/** Number of all prompts. */
export function countAllPrompts(ctx: Pick<Context, "db">): Promise<number> {
  return countPrompts(ctx.db, {});
}

/** The trending list. */
export async function listTrending(ctx: Pick<Context, "db">): Promise<PromptView[]> {
  return (await selectTrending(ctx.db, TRENDING_SIZE)).map(toView);
}

/**
 * One prompt without viewer state.
 * @throws AppError 404 when there is none, 410 when moderation has hidden it
 */
export async function findPrompt(ctx: Pick<Context, "db">, id: string): Promise<PromptView> {
  const promptId = parsePromptId(id);
  const row = await selectById(ctx.db, promptId);
  if (!row) throw (await selectIsHidden(ctx.db, promptId)) ? promptRemoved() : promptNotFound();
  return toView(row);
}

/** Those prompts of a list of ids that are public, in its order, without viewer state. */
export async function listPromptsByIds({ db }: Pick<Context, "db">, ids: number[]): Promise<PromptView[]> {
  return ids.length === 0 ? [] : (await selectByIds(db, ids)).map(toView);
}

/** More than a new author may publish before any is reviewed. */
const MOST_IN_REVIEW = 50;

const inReview = (row: PromptRow): PromptView => ({ ...toView(row), in_review: true });

/** The viewer's own prompt that waits for its review; undefined when there is none with this id. */
export async function findOwnInReview(
  { db }: Pick<Context, "db">,
  viewer: Viewer,
  id: number,
): Promise<PromptView | undefined> {
  const [row] = await selectInReview(db, viewer.id, id, 1);
  return row && inReview(row);
}

/** The viewer's own prompts that wait for their review, newest first. */
export async function listInReview({ db }: Pick<Context, "db">, viewer: Viewer): Promise<PromptView[]> {
  return (await selectInReview(db, viewer.id, null, MOST_IN_REVIEW)).map(inReview);
}

/**
 * One prompt with a viewer's state.
 * @throws AppError 404 or 410 as {@link findPrompt}
 */
export async function findPromptForViewer(
  ctx: Pick<Context, "db" | "batchedReads">,
  viewer: Viewer,
  id: string,
): Promise<PromptView> {
  const prompt = await findPrompt(ctx, id);
  const [joined = prompt] = await withViewerState(ctx.batchedReads, viewer.id, [prompt]);
  return joined;
}

const userNotFound = () => new AppError(404, "user_not_found", messages.userNotFound);

/**
 * A user's prompts, which are public, without viewer state.
 * @throws AppError 404 for an unknown id, 410 for a removed account
 */
export async function listByAuthor(
  ctx: Pick<Context, "db">,
  userId: string,
  query: PageQuery,
): Promise<PromptList> {
  if (!isUuid(userId)) throw userNotFound();
  const [rows, [total = 0]] = await Promise.all([
    selectByAuthor(ctx.db, userId, toPage(query)),
    countPromptsOf(ctx.db, [userId]),
  ]);
  if (total === 0) {
    const user = await findUser(ctx.db, userId);
    if (!user) throw userNotFound();
    if (user.removed_at) throw userRemoved();
  }
  return toList(rows, query, total);
}

/**
 * A user's favourites, which are private.
 * @throws AppError 403 for other users
 */
export async function listFavorites(
  ctx: Pick<Context, "db" | "batchedReads">,
  viewer: Viewer,
  userId: string,
  query: PageQuery,
): Promise<PromptList> {
  // Who has only a key need not know the own id.
  if (userId !== "me" && viewer.id !== userId.toLowerCase())
    throw new AppError(403, "forbidden", inputMessages.favoritesPrivate);
  const [rows, total] = await Promise.all([
    selectFavorites(ctx.db, viewer.id, toPage(query)),
    countFavorites(ctx.db, viewer.id),
  ]);
  const list = toList(rows, query, total);
  return { ...list, data: await withViewerState(ctx.batchedReads, viewer.id, list.data) };
}
