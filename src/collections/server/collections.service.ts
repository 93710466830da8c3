/** Rules of collections: who sees which, and how their owners change them. */

import type { Transaction } from "kysely";
import type * as z from "zod/mini";
import { isUuid, type Viewer } from "#accounts/server/sessions/authenticate.ts";
import { lockActiveUser, requireActive, userRemoved } from "#accounts/server/users/users.service.ts";
import { findUser, lockAccount } from "#accounts/server/users/users.shared.queries.ts";
import type {
  CollectionChanges,
  CollectionItem,
  CollectionSummary,
  CollectionView,
  collectionQuery,
  NewCollection,
  OwnCollection,
} from "#collections/contract.ts";
import { inputMessages, profanityMessages } from "#collections/input-messages.ts";
import { MOST_COLLECTIONS } from "#collections/limits.ts";
import { messages } from "#collections/messages.ts";
import { COLLECTIONS } from "#collections/paths.ts";
import { slugOf } from "#language/slug.ts";
import { toId } from "#language/text.ts";
import type { Context, PublicContext } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { refuseProfanity } from "#platform/http/profanity.ts";
import { messages as promptMessages } from "#prompts/messages.ts";
import { inTurnTimed } from "#prompts/server/large-lists.ts";
import { isReviewed } from "#prompts/server/new-authors.service.ts";
import { listPromptsByIds } from "#prompts/server/prompts.service.ts";
import { countShown } from "./collecting.ts";
import {
  type CollectionRow,
  deleteCollectionRow,
  insertCollection,
  type ListedRow,
  selectCollection,
  selectCollectionsOf,
  updateCollection,
} from "./collections.queries.ts";
import { countCollectionsOf, lockCollection } from "./collections.shared.queries.ts";
import { selectItems } from "./items.queries.ts";

export const collectionNotFound = () => new AppError(404, "collection_not_found", messages.notFound);

/** @param text from the path @throws AppError 404 */
export function parseCollectionId(text: string): number {
  const id = toId(text);
  if (id === undefined) throw collectionNotFound();
  return id;
}

/** Path of a collection's page. */
export const collectionPath = ({ id, title }: Pick<CollectionRow, "id" | "title">) =>
  `${COLLECTIONS}${id}-${slugOf(title, "colecao")}`;

function toSummary(row: CollectionRow & { items_count: number }): CollectionSummary {
  const { id, user_id, username, title, description, is_public, version, items_count } = row;
  return {
    id,
    path: collectionPath(row),
    title,
    description,
    is_public,
    items_count,
    version,
    user: { username },
    user_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Adds the fields that only the owner sees. */
function toOwn(row: ListedRow): OwnCollection {
  const { withdrawn_reason } = row;
  return { ...toSummary(row), ...(withdrawn_reason !== null && { withdrawn_reason }) };
}

/** What reads prompts for somebody, whose time counts. */
type Reading = Pick<PublicContext, "db" | "rateLimits">;
type Texts = z.output<typeof collectionQuery>["texts"];

/** Characters of texts, in all, that a page has whole: those of 25 of the longest prompts. */
const WHOLE_TEXTS = 500_000;
/** UTF-16 units of each further text: more than a page shows of it. */
const CUT_LENGTH = 1002;

/** Cuts what would make a page too large for the browser, and for the process that writes several at once. */
function limitTexts(items: CollectionItem[]): CollectionItem[] {
  let left = WHOLE_TEXTS;
  return items.map((item) => {
    const { prompt } = item;
    left -= prompt.content.length;
    if (left >= 0 || prompt.content.length <= CUT_LENGTH) return item;
    const content = prompt.content.slice(0, CUT_LENGTH).toWellFormed();
    return { ...item, prompt: { ...prompt, content }, is_cut: true };
  });
}

/**
 * Reads a collection's entries: two statements, whatever their number.
 * @param who an account's id or an address
 * @param texts as `collectionQuery`
 */
async function withItems(
  ctx: Reading,
  row: CollectionRow,
  who: string,
  texts: Texts,
): Promise<{ view: CollectionView; hidden: number }> {
  const rows = await selectItems(ctx.db, row.id);
  const ids = rows.map(({ prompt_id }) => prompt_id);
  const prompts = ids.length ? await inTurnTimed(ctx, ids.length, who, () => listPromptsByIds(ctx, ids)) : [];
  const byId = new Map(rows.map((item) => [item.prompt_id, item]));
  const items = prompts.flatMap(({ is_liked: _, is_favorited: __, ...prompt }) => {
    const item = byId.get(prompt.id);
    return item ? [{ prompt, note: item.note, added_at: item.added_at.toISOString() }] : [];
  });
  const view = {
    ...toSummary({ ...row, items_count: items.length }),
    items: texts === "limited" ? limitTexts(items) : items,
  };
  return { view, hidden: rows.length - items.length };
}

/**
 * A public collection.
 * @param who whose time counts: an account's id or an address
 * @throws AppError 404 when there is none, or it is private; 429 and 503 as {@link inTurnTimed}
 */
export async function findPublicCollection(
  ctx: Reading,
  id: number,
  who: string,
  texts?: Texts,
): Promise<CollectionView> {
  const row = await selectCollection(ctx.db, id);
  if (!row?.shown) throw collectionNotFound();
  return (await withItems(ctx, row, who, texts)).view;
}

/** A collection as its owner sees it; undefined when it is not the viewer's. */
export async function findOwnCollection(
  ctx: Pick<Context, "db" | "rateLimits">,
  viewer: Viewer,
  id: number,
  texts?: Texts,
): Promise<CollectionView | undefined> {
  const row = await selectCollection(ctx.db, id);
  if (row?.user_id !== viewer.id) return undefined;
  const { view, hidden } = await withItems(ctx, row, viewer.id, texts);
  const { withdrawn_reason } = row;
  return { ...view, unavailable: hidden, ...(withdrawn_reason !== null && { withdrawn_reason }) };
}

/** The viewer's collections, last used first. @param promptId that `contains` is about */
export async function listOwnCollections(
  { db }: Pick<Context, "db">,
  viewer: Viewer,
  promptId: number | undefined,
): Promise<OwnCollection[]> {
  const rows = await selectCollectionsOf(db, viewer.id, { publicOnly: false, promptId: promptId ?? null });
  return rows.map((row) => ({
    ...toOwn(row),
    ...(promptId !== undefined && { contains: row.contains }),
  }));
}

/**
 * A user's public collections with something to show, last used first.
 * @throws AppError 404 for an unknown id, 410 for a removed account
 */
export async function listPublicCollections(
  { db }: Pick<PublicContext, "db">,
  userId: string,
): Promise<CollectionSummary[]> {
  const user = isUuid(userId) ? await findUser(db, userId) : undefined;
  if (!user) throw new AppError(404, "user_not_found", promptMessages.userNotFound);
  if (user.removed_at) throw userRemoved();
  const rows = await selectCollectionsOf(db, userId, { publicOnly: true });
  return rows.filter(({ items_count }) => items_count > 0).map(toSummary);
}

const reviewFirst = () =>
  new AppError(409, "review_first", inputMessages.reviewFirst, { field: "is_public" });

/**
 * Creates a collection, empty and private unless it is to be public.
 * @throws AppError 400 naming the refused field; 409 when the viewer has as many as allowed, or may not publish one yet;
 *   401 or 403 as `requireActive`
 */
export async function createCollection(
  ctx: Pick<Context, "db" | "config" | "rateLimits">,
  viewer: Viewer,
  { title, description = null, is_public = false }: NewCollection,
): Promise<CollectionView> {
  refuseProfanity({ title, description }, profanityMessages);
  if (is_public && (await isReviewed(ctx, viewer))) throw reviewFirst();
  const id = await inTransaction(ctx.db, async (trx) => {
    // By the strongest lock, so that two at once are counted one after the other.
    requireActive(await lockAccount(trx, viewer.id));
    if (await hasMostCollections(trx, viewer.id)) throw tooManyCollections();
    return insertCollection(trx, viewer.id, { title, description, is_public });
  });
  return requireOwn(ctx, viewer, id);
}

export const tooManyCollections = () => new AppError(409, "too_many_collections", inputMessages.tooMany);

/** Whether a user has as many collections as allowed. */
export const hasMostCollections = async (db: Context["db"], userId: string): Promise<boolean> =>
  (await countCollectionsOf(db, userId)) >= MOST_COLLECTIONS;

async function requireOwn(
  ctx: Pick<Context, "db" | "rateLimits">,
  viewer: Viewer,
  id: number,
): Promise<CollectionView> {
  const own = await findOwnCollection(ctx, viewer, id);
  if (!own) throw collectionNotFound();
  return own;
}

type LockedCollection = NonNullable<Awaited<ReturnType<typeof lockCollection>>>;

/**
 * Locks one's own collection for a change.
 * @throws AppError 404 when there is none, or another's private one; 403 for another's public one, or when blocked
 */
export async function lockOwnCollection(
  trx: Transaction<DB>,
  viewer: Viewer,
  id: number,
): Promise<LockedCollection> {
  await lockActiveUser(trx, viewer.id);
  const row = await lockCollection(trx, id);
  if (!row || (row.user_id !== viewer.id && !row.is_public)) throw collectionNotFound();
  if (row.user_id !== viewer.id) throw new AppError(403, "forbidden", messages.notYours);
  return row;
}

/**
 * Changes title, description or visibility.
 * @throws AppError as `lockOwnCollection`; 400 naming the refused field; 409 `changed_elsewhere` when another change came
 *   after the version that the owner saw, `collection_withdrawn` when a moderator has made it private, `review_first` when
 *   the owner may not publish one yet
 */
export async function changeCollection(
  ctx: Pick<Context, "db" | "config" | "rateLimits" | "responseCache">,
  viewer: Viewer,
  id: number,
  { version, ...changes }: CollectionChanges,
): Promise<CollectionView> {
  refuseProfanity(changes, profanityMessages);
  // Before the change: its answer reads the texts.
  await ctx.rateLimits.requireLeft("textTimePerCaller", viewer.id);
  const waits = changes.is_public && (await isReviewed(ctx, viewer));
  const isShown = await inTransaction(ctx.db, async (trx) => {
    const row = await lockOwnCollection(trx, viewer, id);
    if (version !== undefined && version !== row.version)
      throw new AppError(409, "changed_elsewhere", inputMessages.changedElsewhere);
    if (changes.is_public && row.withdrawn_at)
      throw new AppError(409, "collection_withdrawn", inputMessages.withdrawn, { field: "is_public" });
    if (waits && !row.is_public) throw reviewFirst();
    if (Object.values(changes).every((value) => value === undefined)) return false;
    const isShown = row.is_public || changes.is_public === true;
    if (isShown) await countShown(ctx, viewer);
    await updateCollection(trx, id, changes);
    return isShown;
  });
  // A private one is in no answer that others share.
  if (isShown) ctx.responseCache.clear();
  return requireOwn(ctx, viewer, id);
}

/** Deletes a collection with its entries; the prompts stay. @throws AppError as `lockOwnCollection`; 429 for a public one */
export async function deleteCollection(
  ctx: Pick<Context, "db" | "rateLimits" | "responseCache">,
  viewer: Viewer,
  id: number,
): Promise<void> {
  const isShown = await inTransaction(ctx.db, async (trx) => {
    const row = await lockOwnCollection(trx, viewer, id);
    if (row.is_public) await countShown(ctx, viewer);
    await deleteCollectionRow(trx, id);
    return row.is_public;
  });
  if (isShown) ctx.responseCache.clear();
}
