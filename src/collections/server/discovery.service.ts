/** A collection's Atom feed, and the collections of the sitemap. */
import { isolated } from "#language/isolated.ts";
import { feedPath } from "#library/feeds.ts";
import { type SitemapEntry, writeFeed } from "#library/server/discovery.service.ts";
import type { PublicContext } from "#platform/context.ts";
import { collectionPath, findPublicCollection, parseCollectionId } from "./collections.service.ts";
import { selectCollectionParts, selectListed } from "./discovery.queries.ts";

/** Entries in a feed. */
const FEED_SIZE = 30;
/** Ids of one part of the sitemap. */
const SITEMAP_PART = 10_000;

/**
 * The latest additions to a collection, as an Atom document.
 * @throws AppError 404 when it does not exist or is private
 */
export async function collectionFeed(
  ctx: Pick<PublicContext, "db" | "config" | "rateLimits">,
  id: string,
  who: string,
): Promise<string> {
  const { title, path, items } = await findPublicCollection(ctx, parseCollectionId(id), who);
  const newest = items.toSorted((a, b) => b.added_at.localeCompare(a.added_at)).slice(0, FEED_SIZE);
  // Followers see additions as new entries; the note says why.
  const prompts = newest.map(({ prompt, note, added_at }) => ({
    ...prompt,
    is_liked: false,
    is_favorited: false,
    created_at: added_at,
    edited_at: null,
    description: note ?? prompt.description,
  }));
  return writeFeed(ctx, `Prompteca: ${isolated(title)}`, feedPath("collections", id), path, prompts);
}

/** Numbers, from 1, of the sitemap's parts with public collections. */
export function listCollectionParts({ db }: Pick<PublicContext, "db">): Promise<number[]> {
  return selectCollectionParts(db, SITEMAP_PART);
}

/** The collections of one part, by ranges of ids. @param part from 1 */
export async function listCollectionPart(
  { db }: Pick<PublicContext, "db">,
  part: number,
): Promise<SitemapEntry[]> {
  const rows = await selectListed(db, (part - 1) * SITEMAP_PART + 1, part * SITEMAP_PART);
  return rows.map((row) => ({ path: collectionPath(row), changedAt: row.updated_at }));
}
