/** Rules of reading prompts: what lists and detail show, and to whom. */
import { isUuid, type Viewer } from "#accounts/server/sessions/authenticate.ts";
import { findUser } from "#accounts/server/users/users.service.ts";
import { imageView } from "#media/server/images.service.ts";
import type { Context } from "#platform/context.ts";
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import { AppError } from "#platform/http/errors.ts";
import {
  type ListQuery,
  type PageQuery,
  type PromptList,
  type PromptView,
  SEARCH_REACH,
  TRENDING_SIZE,
} from "#prompts/contract.ts";
import { messages } from "#prompts/messages.ts";
import { countFavorites } from "#reactions/server/reactions.service.ts";
import { ANCHOR_STEP, type Anchors } from "./anchors.service.ts";
import { countPromptsOf } from "./own-prompts.queries.ts";
import { parsePromptId, promptNotFound } from "./prompt-id.ts";
import {
  countPrompts,
  type ListFilter,
  type Page,
  type PromptRow,
  selectByAuthor,
  selectById,
  selectFavorites,
  selectPage,
  selectPageFromEnd,
  selectTrending,
} from "./prompts.queries.ts";
import { searchPage } from "./search/search.service.ts";
import { withViewerState } from "./viewer-state.service.ts";

/** A row as everybody sees it; a viewer's state is joined later. */
function toView(row: PromptRow): PromptView {
  const image = imageView(row);
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    description: row.description,
    thumbnail_url: image.url,
    image,
    llm_type_id: row.llm_type_id,
    llm_type: { id: row.llm_type_id, name: row.llm_type_name },
    user: { username: row.username },
    user_id: row.user_id,
    views: row.views,
    likes_count: row.likes_count,
    is_liked: false,
    is_favorited: false,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
  };
}

const toPage = ({ page, limit }: PageQuery) => ({ limit, offset: (page - 1) * limit });

/** @param total prompts in all; `reach` how many of them paging may reach */
function toList(
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
 * A page of the library (specification, section 7: GET /api/prompts), as everybody sees it.
 * A search whose text holds no word finds nothing.
 * @param anchors needed by who lets people page anywhere
 */
export async function listPrompts(
  ctx: Pick<Context, "db">,
  query: ListQuery,
  anchors?: Anchors,
): Promise<PromptList> {
  const llmTypeId = query.llmTypeId === "all" ? undefined : query.llmTypeId;
  const page = toPage(query);
  const filter = { order: query.orderBy, llmTypeId };
  const search = query.search?.trim();
  if (search) {
    const { rows, found } = await searchPage(ctx, search, filter, page);
    return toList(rows, query, found, SEARCH_REACH);
  }
  const total = await countPrompts(ctx.db, llmTypeId);
  const rows = await readPage(ctx, filter, page, total, anchors);
  return toList(rows, query, total);
}

/** Walks to a page from wherever it is nearest: the list's beginning, its end, or an anchor between. */
async function readPage(
  { db }: Pick<Context, "db">,
  filter: ListFilter,
  page: Page,
  total: number,
  anchors: Anchors | undefined,
): Promise<PromptRow[]> {
  const rest = total - page.offset;
  if (rest <= 0) return [];
  if (page.offset < ANCHOR_STEP) return selectPage(db, filter, page);
  if (rest <= ANCHOR_STEP) {
    return selectPageFromEnd(db, filter, Math.min(page.limit, rest), Math.max(0, rest - page.limit));
  }
  return selectPage(db, filter, page, await anchors?.before(filter, page.offset));
}

/** How many prompts there are in all. */
export function countAllPrompts(ctx: Pick<Context, "db">): Promise<number> {
  return countPrompts(ctx.db, undefined);
}

/** The trending list. */
export async function listTrending(ctx: Pick<Context, "db">): Promise<PromptView[]> {
  return (await selectTrending(ctx.db, TRENDING_SIZE)).map(toView);
}

/**
 * One prompt as everybody sees it.
 * @throws AppError 404 when there is none
 */
export async function findPrompt(ctx: Pick<Context, "db">, id: string): Promise<PromptView> {
  const row = await selectById(ctx.db, parsePromptId(id));
  if (!row) throw promptNotFound();
  return toView(row);
}

/**
 * One prompt with a viewer's state.
 * @throws AppError 404 when there is none
 */
export async function findPromptForViewer(
  ctx: Pick<Context, "db" | "batchedReads">,
  viewer: Viewer,
  id: string,
): Promise<PromptView> {
  return promptFor(ctx.batchedReads, viewer.id, await findPrompt(ctx, id));
}

/** The prompt with a viewer's state joined. */
export async function promptFor(
  reads: BatchedReads,
  viewerId: string,
  prompt: PromptView,
): Promise<PromptView> {
  const [joined = prompt] = await withViewerState(reads, viewerId, [prompt]);
  return joined;
}

/** The list with a viewer's state joined to each prompt. */
export async function listFor(reads: BatchedReads, viewerId: string, list: PromptList): Promise<PromptList> {
  return { ...list, data: await withViewerState(reads, viewerId, list.data) };
}

const userNotFound = () => new AppError(404, "user_not_found", messages.userNotFound);

/**
 * A person's prompts, which are public, as everybody sees them.
 * @throws AppError 404 for nobody's id
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
  if (total === 0 && !(await findUser(ctx.db, userId))) throw userNotFound();
  return toList(rows, query, total);
}

/**
 * A person's favourites, which are their own business.
 * @throws AppError 403 for anybody else
 */
export async function listFavorites(
  ctx: Pick<Context, "db" | "batchedReads">,
  viewer: Viewer,
  userId: string,
  query: PageQuery,
): Promise<PromptList> {
  if (viewer.id !== userId.toLowerCase()) throw new AppError(403, "forbidden", messages.favoritesPrivate);
  const [rows, total] = await Promise.all([
    selectFavorites(ctx.db, userId, toPage(query)),
    countFavorites(ctx.db, userId),
  ]);
  return listFor(ctx.batchedReads, viewer.id, toList(rows, query, total));
}
