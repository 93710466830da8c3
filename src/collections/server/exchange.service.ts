/** Collections that files of prompts bring, and what such files have of a collection. */
import type { Transaction } from "kysely";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { MOST_ITEMS } from "#collections/limits.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import {
  type CollectionRow,
  deleteCollectionRow,
  insertCollection,
  selectCollection,
  selectCollections,
} from "./collections.queries.ts";
import {
  collectionNotFound,
  collectionPath,
  hasMostCollections,
  tooManyCollections,
} from "./collections.service.ts";
import { lockCollection } from "./collections.shared.queries.ts";
import { insertItems, selectItems } from "./items.queries.ts";

/**
 * Makes a private collection with entries, for a user who is locked (`lockAccount`).
 * @returns its id
 * @throws AppError 409 when the user has as many as allowed
 */
export async function createFilled(
  trx: Transaction<DB>,
  userId: string,
  { title, description }: { title: string; description: string | null },
  entries: { prompt_id: number; note: string | null }[],
): Promise<number> {
  if (await hasMostCollections(trx, userId)) throw tooManyCollections();
  const id = await insertCollection(trx, userId, { title, description, is_public: false });
  await insertItems(trx, id, entries.slice(0, MOST_ITEMS));
  return id;
}

/** Collections by id, and whether anything of them was changed since they were made; those that are gone are missing. */
export async function findUnopened(
  db: Context["db"],
  ids: number[],
): Promise<Map<number, { id: number; title: string; path: string; changed: boolean }>> {
  const rows = await selectCollections(db, ids);
  return new Map(
    rows.map((row) => [
      row.id,
      { id: row.id, title: row.title, path: collectionPath(row), changed: isChanged(row) },
    ]),
  );
}

const isChanged = ({ version, created_at, updated_at }: CollectionRow) =>
  version > 1 || created_at.getTime() !== updated_at.getTime();

/** Deletes a user's collection if nothing of it was changed since it was made. @returns whether it did */
export async function deleteUnchanged(trx: Transaction<DB>, id: number): Promise<boolean> {
  if (!(await lockCollection(trx, id))) return false;
  const row = await selectCollection(trx, id);
  if (!row || isChanged(row)) return false;
  await deleteCollectionRow(trx, id);
  return true;
}

/**
 * A collection for exports: its texts, and its entries in order, by prompt.
 * @param viewer null for who is not signed in
 * @throws AppError 404 when there is none that the viewer may see
 */
export async function findForExchange(ctx: Pick<Context, "db">, viewer: Viewer | null, id: number) {
  const row = await selectCollection(ctx.db, id);
  if (!row || (row.user_id !== viewer?.id && !row.shown)) throw collectionNotFound();
  return { ...row, items: await selectItems(ctx.db, id) };
}
