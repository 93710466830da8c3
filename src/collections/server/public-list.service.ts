/** Rules of the collections that everybody may see: which of them are listed, and what is shown of them. */
import {
  type CollectionOfPrompt,
  MOST_NAMED,
  PUBLIC_REACH,
  type PublicCollection,
  type PublicCollections,
  type PublicListQuery,
} from "#collections/contract.ts";
import { isBlank } from "#language/visible.ts";
import { imageView } from "#media/server/stored-pictures.ts";
import type { PublicContext } from "#platform/context.ts";
import { type CursorPart, toPage, withCursor } from "#platform/http/cursors.ts";
import { collectionPath } from "./collections.service.ts";
import { type PublicRow, selectPublic, selectWithPrompt } from "./public-list.queries.ts";

function toView(row: PublicRow): PublicCollection {
  const { id, title, description, items_count, followers_count, user_id, username } = row;
  return {
    id,
    path: collectionPath(row),
    title,
    description,
    items_count,
    followers_count,
    user: { username },
    user_id,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    images: row.pictures.map(imageView),
  };
}

const CURSORS: Record<PublicListQuery["orderBy"], readonly CursorPart[]> = {
  followed: ["count", "id"],
  newest: ["id"],
};

/**
 * A page of the public collections that have something to show: all, or those with the words in their titles. What nobody may
 * see is left out of the PUBLIC_REACH that are looked at, so that what a call costs has a bound.
 */
export async function listPublic(
  { db }: Pick<PublicContext, "db">,
  query: PublicListQuery,
): Promise<PublicCollections> {
  const { page, limit, orderBy, search = "" } = query;
  const words = isBlank(search) ? undefined : search;
  const wanted = toPage(query, CURSORS[orderBy]);
  const { rows, found } = await selectPublic(db, { search: words, orderBy }, wanted);
  const pages = Math.ceil(found / limit);
  const list = {
    data: rows.map(toView),
    pagination: { page, limit, pages, total: found, more: found === PUBLIC_REACH },
  };
  return withCursor(list, rows, query);
}

/** Public collections that have a prompt; none of one that nobody may see. */
export async function listOfPrompt(
  { db }: Pick<PublicContext, "db">,
  promptId: number,
): Promise<CollectionOfPrompt[]> {
  const rows = await selectWithPrompt(db, promptId, MOST_NAMED);
  return rows.map(({ id, title, username }) => ({
    id,
    title,
    path: collectionPath({ id, title }),
    user: { username },
  }));
}
