/** Rules of following, and news of followed authors, collections and tags. */
import { isUuid, type Viewer } from "#accounts/server/sessions/authenticate.ts";
import { requireActive } from "#accounts/server/users/users.service.ts";
import { findUser, lockAccount } from "#accounts/server/users/users.shared.queries.ts";
import { type Follows, MOST_FOLLOWS, NEWS_PAGE_SIZE, type News } from "#collections/contract.ts";
import { inputMessages } from "#collections/input-messages.ts";
import type { Context } from "#platform/context.ts";
import { brokenForeignKey, inTransaction } from "#platform/database/db.ts";
import { AppError } from "#platform/http/errors.ts";
import { messages as promptMessages } from "#prompts/messages.ts";
import { listPromptsByIds } from "#prompts/server/prompts.service.ts";
import { findTag, holdTag } from "#prompts/server/tags.service.ts";
import { tagKey } from "#prompts/tag-names.ts";
import { selectCollection } from "./collections.queries.ts";
import { collectionNotFound, collectionPath, parseCollectionId } from "./collections.service.ts";
import {
  countFollows,
  deleteFollow,
  type Followed,
  insertFollow,
  type NewsCursor,
  selectFollows,
  selectNews,
} from "./follows.queries.ts";

const userNotFound = () => new AppError(404, "user_not_found", promptMessages.userNotFound);
const tagNotFound = () => new AppError(404, "tag_not_found", promptMessages.tagNotFound);

/** @throws AppError 404 when there is nothing such to follow; 409 for oneself and one's own */
async function requireFollowable(
  { db }: Pick<Context, "db">,
  viewer: Viewer,
  of: Exclude<Followed, "tags">,
  text: string,
): Promise<string | number> {
  const isOwn = () => new AppError(409, "own_content", inputMessages.ownFollow);
  if (of === "users") {
    const user = isUuid(text) ? await findUser(db, text) : undefined;
    if (!user || user.removed_at) throw userNotFound();
    if (user.id === viewer.id) throw isOwn();
    return user.id;
  }
  const collection = await selectCollection(db, parseCollectionId(text));
  if (collection?.user_id === viewer.id) throw isOwn();
  if (!collection?.shown) throw collectionNotFound();
  return collection.id;
}

/**
 * Follows an author, a public collection or a tag; following twice changes nothing.
 * @param text the id, as in the path; of a tag any spelling
 * @throws AppError 404, 409 as above or when the viewer follows as much as allowed; 401 or 403 as `requireActive`
 */
export async function follow(
  ctx: Pick<Context, "db">,
  viewer: Viewer,
  of: Followed,
  text: string,
): Promise<void> {
  const known = of === "tags" ? undefined : await requireFollowable(ctx, viewer, of, text);
  if (of === "tags" && !(await findTag(ctx, text))) throw tagNotFound();
  try {
    await inTransaction(ctx.db, async (trx) => {
      // Before the account, as who publishes with the tag.
      const id = known ?? (await holdTag(trx, text));
      if (id === undefined) throw tagNotFound();
      requireActive(await lockAccount(trx, viewer.id));
      await insertFollow(trx, viewer.id, of, id);
      if ((await countFollows(trx, viewer.id)) > MOST_FOLLOWS)
        throw new AppError(409, "too_many_follows", inputMessages.tooManyFollows);
    });
  } catch (error) {
    if (!brokenForeignKey(error)) throw error;
    throw of === "users" ? userNotFound() : collectionNotFound();
  }
}

/** Ends following; no change if not followed. @throws AppError 404 for a malformed id */
export async function unfollow(
  { db }: Pick<Context, "db">,
  viewer: Viewer,
  of: Followed,
  text: string,
): Promise<void> {
  if (of === "users" && !isUuid(text)) throw userNotFound();
  const id = of === "users" ? text : of === "tags" ? tagKey(text) : parseCollectionId(text);
  await deleteFollow(db, viewer.id, of, id);
}

/** Authors, collections and tags that the viewer follows, latest first. */
export async function listFollows({ db }: Pick<Context, "db">, viewer: Viewer): Promise<Follows> {
  const rows = await selectFollows(db, viewer.id);
  return {
    users: rows.flatMap(({ user_id: id, name: username }) => (id === null ? [] : [{ id, username }])),
    collections: rows.flatMap(({ collection_id: id, name: title }) =>
      id === null ? [] : [{ id, title, path: collectionPath({ id, title }) }],
    ),
    tags: rows.flatMap(({ tag_slug: slug, name }) => (slug === null ? [] : [{ slug, name }])),
  };
}

function parseCursor(text: string | undefined): NewsCursor | null {
  if (text === undefined) return null;
  const [, micros, promptId] = /^(\d{1,16})-(\d{1,15})$/.exec(text) ?? [];
  if (!micros || !promptId)
    throw new AppError(400, "validation_failed", inputMessages.cursorInvalid, { field: "before" });
  return { micros: Number(micros), promptId: Number(promptId) };
}

/**
 * A page of news, newest first; it may have fewer than others, or none, and still a next one.
 * @param before as the previous page's `next`
 * @param limit of the page
 * @param since tells nothing older
 * @throws AppError 400 naming `before`
 */
export async function listNews(
  ctx: Pick<Context, "db">,
  userId: string,
  { before, limit = NEWS_PAGE_SIZE, since }: { before?: string | undefined; limit?: number; since?: Date },
): Promise<News> {
  // One more tells whether there is a next page.
  const found = await selectNews(ctx.db, userId, parseCursor(before), limit + 1, since);
  const rows = found.slice(0, limit);
  const shown = rows.filter(({ is_shown }) => is_shown);
  const prompts = await listPromptsByIds(ctx, [...new Set(shown.map(({ prompt_id }) => prompt_id))]);
  const byId = new Map(prompts.map(({ is_liked: _, is_favorited: __, ...prompt }) => [prompt.id, prompt]));
  const last = rows.at(-1);
  return {
    data: shown.flatMap(({ prompt_id, collection_id: id, collection_title: title, note, at, ...row }) => {
      const prompt = byId.get(prompt_id);
      if (!prompt) return [];
      const collection =
        id === null || title === null ? null : { id, title, path: collectionPath({ id, title }) };
      const { source_id, source_title, tag_slug: slug, tag_name: name } = row;
      const tag = slug === null || name === null ? null : { slug, name };
      const remix_of =
        source_id === null || source_title === null ? null : { id: source_id, title: source_title };
      return [{ prompt, collection, tag, note, remix_of, at: at.toISOString() }];
    }),
    next: last && found.length > limit ? `${last.micros}-${last.prompt_id}` : null,
  };
}
