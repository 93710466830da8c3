/** Rules of prompts: what a list shows, who may publish, what is refused. */
import { isUuid, loginRequired, type Viewer } from "#accounts/server/authenticate.ts";
import { findProfanity } from "#language/profanity.ts";
import { imageView, preparePicture, saveImage, savePreview } from "#media/server/images.service.ts";
import type { Context } from "#platform/context.ts";
import { brokenForeignKey, inTransaction } from "#platform/db.ts";
import { AppError } from "#platform/errors.ts";
import {
  type ListQuery,
  type NewPrompt,
  type PageQuery,
  type PromptList,
  type PromptView,
  SEARCH_REACH,
  TRENDING_SIZE,
} from "#prompts/contract.ts";
import { messages } from "#prompts/messages.ts";
import { parsePromptId, withMarks } from "#reactions/server/reactions.service.ts";
import {
  countFound,
  countOf,
  countPrompts,
  existsPerson,
  insertPrompt,
  type PromptRow,
  selectByAuthor,
  selectByIds,
  selectFavorites,
  selectFound,
  selectPage,
  selectTrending,
} from "./prompts.queries.ts";

/** A row as everybody sees it; a person's own marks come on top. */
function toView(row: PromptRow): PromptView {
  const image = imageView({
    hash: row.image_hash,
    width: row.width,
    height: row.height,
    animated: row.animated,
    color: row.color,
    alt: row.image_alt,
  });
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
  };
}

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
 * A page of the library (specification, section 7: GET /api/prompts), without anybody's marks.
 * A search whose text holds no word finds nothing.
 */
export async function listPrompts(ctx: Pick<Context, "db">, query: ListQuery): Promise<PromptList> {
  const llmTypeId = query.llmTypeId === "all" ? undefined : query.llmTypeId;
  const page = { limit: query.limit, offset: (query.page - 1) * query.limit };
  const search = query.search?.trim();
  if (search) {
    const [rows, found] = await Promise.all([
      selectFound(ctx.db, search, query.orderBy, llmTypeId, page),
      countFound(ctx.db, search, llmTypeId),
    ]);
    return toList(rows, query, found, SEARCH_REACH);
  }
  const total = await countPrompts(ctx.db, llmTypeId);
  const rows = page.offset < total ? await selectPage(ctx.db, query.orderBy, llmTypeId, page) : [];
  return toList(rows, query, total);
}

/** The trending list. */
export async function listTrending(ctx: Pick<Context, "db">): Promise<PromptView[]> {
  return (await selectTrending(ctx.db, TRENDING_SIZE)).map(toView);
}

/**
 * One prompt, without anybody's marks.
 * @throws AppError 404 when there is none
 */
export async function findPrompt(ctx: Pick<Context, "db">, id: string): Promise<PromptView> {
  const [row] = await selectByIds(ctx.db, [parsePromptId(id)]);
  if (!row) throw new AppError(404, "prompt_not_found", messages.notFound);
  return toView(row);
}

/** A list with a viewer's marks on it; as it is for nobody. */
export async function markedList(
  ctx: Pick<Context, "db">,
  viewer: Viewer | null,
  list: PromptList,
): Promise<PromptList> {
  return viewer ? { ...list, data: await withMarks(ctx.db, viewer.id, list.data) } : list;
}

const userNotFound = () => new AppError(404, "user_not_found", messages.userNotFound);

/**
 * A person's prompts, which are public.
 * @throws AppError 404 for nobody's id
 */
export async function listByAuthor(
  ctx: Pick<Context, "db">,
  viewer: Viewer | null,
  userId: string,
  query: PageQuery,
): Promise<PromptList> {
  if (!isUuid(userId)) throw userNotFound();
  const list = await listOfPerson(ctx, viewer, "prompts", userId, query);
  if (list.pagination.total === 0 && !(await existsPerson(ctx.db, userId))) throw userNotFound();
  return list;
}

/**
 * A person's favourites, which are their own business.
 * @throws AppError 403 for anybody else
 */
export async function listFavorites(
  ctx: Pick<Context, "db">,
  viewer: Viewer,
  userId: string,
  query: PageQuery,
): Promise<PromptList> {
  if (viewer.id !== userId.toLowerCase()) throw new AppError(403, "forbidden", messages.favoritesPrivate);
  return listOfPerson(ctx, viewer, "favorites", userId, query);
}

async function listOfPerson(
  ctx: Pick<Context, "db">,
  viewer: Viewer | null,
  table: "prompts" | "favorites",
  userId: string,
  query: PageQuery,
): Promise<PromptList> {
  const page = { limit: query.limit, offset: (query.page - 1) * query.limit };
  const [rows, total] = await Promise.all([
    (table === "prompts" ? selectByAuthor : selectFavorites)(ctx.db, userId, page),
    countOf(ctx.db, table, userId),
  ]);
  return markedList(ctx, viewer, toList(rows, query, total));
}

const PROFANITY_CHECKS = [
  ["title", messages.titleProfane],
  ["content", messages.contentProfane],
  ["description", messages.descriptionProfane],
] as const;

/**
 * Publishes a prompt with its picture: all of it or nothing (specification, sections 1 and 5: no moderation step).
 * The picture's files are stored before the rows commit, so nobody sees a prompt without its picture.
 * @throws AppError 400 or 413 naming the field that is refused, 429 when a person publishes too much, 401 when they are
 *   removed meanwhile
 */
export async function publishPrompt(ctx: Context, author: Viewer, prompt: NewPrompt): Promise<PromptView> {
  await ctx.limits.consume("publishPerAccount", author.id);
  for (const [field, message] of PROFANITY_CHECKS) {
    if (findProfanity(prompt[field] ?? "").length > 0)
      throw new AppError(400, "profanity", message, { field });
  }
  const picture = await preparePicture(prompt.thumbnail_url, prompt.title);
  const id = await inTransaction(ctx.db, async (trx) => {
    await saveImage(trx, ctx.storage, picture);
    const promptId = await insertPrompt(trx, {
      user_id: author.id,
      llm_type_id: prompt.llm_type_id,
      title: prompt.title,
      content: prompt.content,
      description: prompt.description || null,
      image_hash: picture.hash,
      image_alt: prompt.image_alt || null,
    });
    await savePreview(ctx.storage, promptId, picture);
    return promptId;
  }).catch((error: unknown) => {
    throw brokenForeignKey(error) === "prompts_user_id_fkey" ? loginRequired() : error;
  });
  ctx.answers.clear();
  return findPrompt(ctx, String(id));
}
