/** Rules of tags: what authors write becomes a tag that exists, or a new one. */
import type { Transaction } from "kysely";
import { imageView } from "#media/server/stored-pictures.ts";
import type { Context, PublicContext } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { type CursorPart, toPage, withCursor } from "#platform/http/cursors.ts";
import { AppError } from "#platform/http/errors.ts";
import {
  INDEXED_FROM,
  MOST_SUGGESTIONS,
  SEARCH_REACH,
  type TagList,
  type TagListQuery,
  type TagView,
} from "#prompts/contract.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { tagKey } from "#prompts/tag-names.ts";
import { tagPath, tagSlug } from "#prompts/tag-path.ts";
import {
  deleteTagsWithout,
  type FoundTag,
  insertMissingTags,
  lockTags,
  lockUnusedTags,
  selectBegunTags,
  selectListedTags,
  selectMostUsedTags,
  selectTag,
} from "./tags.queries.ts";

/** A tag may be deleted between its insert and its lock, because nobody has used it for long. */
const ATTEMPTS = 3;

/**
 * The ids of tags, in the given order; a tag that nobody has used yet is made, with this spelling. Call it late: others who use
 * the same new tag wait for the end of the transaction.
 * @param names valid and distinct
 */
export async function resolveTags(trx: Transaction<DB>, names: readonly string[]): Promise<number[]> {
  const ids = await lockWrittenTags(trx, names);
  return idsOf(ids, names);
}

/** The ids that tags have, in the given order; two may have been merged. */
export const idsOf = (ids: ReadonlyMap<string, number>, names: readonly string[]): number[] => [
  ...new Set(names.map((name) => ids.get(tagKey(name)) as number)),
];

/** As {@link resolveTags}, for many prompts at once. @returns ids by `tagKey` */
export async function lockWrittenTags(
  trx: Transaction<DB>,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const written = names.map((name) => ({ name, folded: tagKey(name), slug: tagSlug(name) }));
  const keys = written.map(({ folded }) => folded);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    let ids = await lockTags(trx, keys);
    if (ids.size < keys.length) {
      await insertMissingTags(
        trx,
        written.filter(({ folded }) => !ids.has(folded)),
      );
      ids = await lockTags(trx, keys);
    }
    if (ids.size === keys.length) return ids;
  }
  throw new AppError(409, "conflict", inputMessages.changedElsewhere);
}

/** @param spelling any, or a slug; undefined when no public prompt has the tag */
export async function findTag(
  ctx: Pick<PublicContext, "db">,
  spelling: string,
): Promise<FoundTag | undefined> {
  const folded = tagKey(spelling);
  return folded === "" ? undefined : selectTag(ctx.db, folded);
}

/**
 * The id of a tag, which is neither merged nor deleted until the transaction ends; undefined when there is none.
 * @param spelling any, or a slug
 */
export async function holdTag(trx: Transaction<DB>, spelling: string): Promise<number | undefined> {
  const folded = tagKey(spelling);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const id = (await lockTags(trx, [folded])).get(folded);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Tags in one transaction of {@link deleteUnusedTags}. */
const BATCH = 1000;

/** Deletes tags that no prompt has, hidden ones included, a day after they were made. */
export async function deleteUnusedTags({ db }: Pick<Context, "db">): Promise<void> {
  let after = 0;
  let found = BATCH;
  while (found === BATCH) {
    const from = after;
    const ids = await inTransaction(db, async (trx) => {
      // Two statements: what has waited for a publication sees what that has brought.
      const locked = await lockUnusedTags(trx, { after: from, most: BATCH });
      if (locked.length > 0) await deleteTagsWithout(trx, locked);
      return locked;
    });
    found = ids.length;
    after = ids.at(-1) ?? after;
  }
}

/** A tag in answers. */
export const toTagView = ({ name, slug, prompts_count }: TagView): TagView => ({ name, slug, prompts_count });

/** Fewer letters say too little. */
const LEAST_LETTERS = 2;

/** Tags that begin so, or all, the most used first. @param slug of what is typed */
export function suggestTags({ db }: Pick<PublicContext, "db">, slug: string): Promise<TagView[]> {
  const letters = slug.replaceAll("-", "");
  if (letters.length < LEAST_LETTERS) return selectMostUsedTags(db, MOST_SUGGESTIONS);
  return selectBegunTags(db, letters, tagKey(slug), MOST_SUGGESTIONS);
}

const TAG_CURSOR: readonly CursorPart[] = ["count", "id"];

/** A page of tags that public prompts have, the most used first; SEARCH_REACH of them can be reached by numbers. */
export async function listTags({ db }: Pick<PublicContext, "db">, query: TagListQuery): Promise<TagList> {
  const { page, limit, search } = query;
  const wanted = toPage(query, TAG_CURSOR);
  const letters = tagSlug(search).replaceAll("-", "");
  const { rows, found } =
    search && letters.length < LEAST_LETTERS
      ? { rows: [], found: 0 }
      : await selectListedTags(db, letters, wanted, SEARCH_REACH + 1);
  const total = Math.min(found, SEARCH_REACH);
  const list = {
    data: rows.map((row) => ({ ...toTagView(row), images: (row.pictures ?? []).map(imageView) })),
    pagination: { page, limit, pages: Math.ceil(total / limit), total, more: found > total },
  };
  return withCursor(list, rows, query);
}

/** Tags in the sitemap, the most used ones; the protocol's limit is 50,000. */
const SITEMAP_TAGS = 20_000;

/** Paths of the pages of tags that search engines are shown, the most used first. @param most all that a sitemap takes by default */
export async function listIndexedTags(
  { db }: Pick<PublicContext, "db">,
  most = SITEMAP_TAGS,
): Promise<string[]> {
  return (await selectMostUsedTags(db, most, INDEXED_FROM)).map(({ slug }) => tagPath(slug));
}
