/** Rules for reading prompts: one, and those of a user. */
import { isUuid, type Viewer } from "#accounts/server/sessions/authenticate.ts";
import { userRemoved } from "#accounts/server/users/users.service.ts";
import { findUser } from "#accounts/server/users/users.shared.queries.ts";
import { imageView } from "#media/server/stored-pictures.ts";
import type { Context, PublicContext } from "#platform/context.ts";
import { toPage, withCursor } from "#platform/http/cursors.ts";
import { AppError } from "#platform/http/errors.ts";
import type { PageQuery, PromptList, PromptView } from "#prompts/contract.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { messages } from "#prompts/messages.ts";
import { CURSORS } from "./cursor.ts";
import { countPromptsOf } from "./own-prompts.shared.queries.ts";
import { parsePromptId, promptNotFound, promptRemoved } from "./prompt-id.ts";
import type { PromptRow } from "./prompt-rows.queries.ts";
import {
  countFavorites,
  selectByAuthor,
  selectById,
  selectByIds,
  selectFavorites,
  selectInReview,
  selectIsHidden,
} from "./prompts.queries.ts";
import { withViewerState } from "./viewer-state.service.ts";

/** The response of a row, without viewer state, which is joined later. */
export function toView(row: PromptRow): PromptView {
  const {
    image_hash,
    image_alt,
    width,
    height,
    animated,
    color,
    llm_type_name,
    username,
    cursor,
    ...columns
  } = row;
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
 * One prompt without viewer state.
 * @throws AppError 404 when there is none, 410 when moderation has hidden it
 */
export async function findPrompt(ctx: Pick<PublicContext, "db">, id: string): Promise<PromptView> {
  const promptId = parsePromptId(id);
  const row = await selectById(ctx.db, promptId);
  if (!row) throw (await selectIsHidden(ctx.db, promptId)) ? promptRemoved() : promptNotFound();
  return toView(row);
}

/** Those prompts of a list of ids that are public, in its order, without viewer state. */
export async function listPromptsByIds(
  { db }: Pick<PublicContext, "db">,
  ids: number[],
): Promise<PromptView[]> {
  return ids.length === 0 ? [] : (await selectByIds(db, ids)).map(toView);
}

/** More than a new author may publish before any is reviewed. */
export const MOST_IN_REVIEW = 50;

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
  ctx: Pick<PublicContext, "db">,
  userId: string,
  query: PageQuery,
): Promise<PromptList> {
  if (!isUuid(userId)) throw userNotFound();
  const [rows, [total = 0]] = await Promise.all([
    selectByAuthor(ctx.db, userId, toPage(query, CURSORS.newest)),
    countPromptsOf(ctx.db, [userId]),
  ]);
  if (total === 0) {
    const user = await findUser(ctx.db, userId);
    if (!user) throw userNotFound();
    if (user.removed_at) throw userRemoved();
  }
  return withCursor(toList(rows, query, total), rows, query);
}

/** Favourites that are counted, and reached by the number of a page: each page counts them. */
const FAVORITES_REACH = 10_000;

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
  // `me` is for programs, which need not know the id of their key's owner.
  if (userId !== "me" && viewer.id !== userId.toLowerCase())
    throw new AppError(403, "forbidden", inputMessages.favoritesPrivate);
  const [rows, total] = await Promise.all([
    selectFavorites(ctx.db, viewer.id, toPage(query, CURSORS.newest)),
    countFavorites(ctx.db, viewer.id, FAVORITES_REACH + 1),
  ]);
  const list = withCursor(toList(rows, query, total, FAVORITES_REACH), rows, query);
  return { ...list, data: await withViewerState(ctx.batchedReads, viewer.id, list.data) };
}
