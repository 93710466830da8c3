/** Rules of tags: what authors write becomes a tag that exists, or a new one. */
import type { Transaction } from "kysely";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { MOST_SUGGESTIONS, type TagView } from "#prompts/contract.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { tagKey } from "#prompts/tag-names.ts";
import { tagSlug } from "#prompts/tag-path.ts";
import {
  deleteTagsWithout,
  type FoundTag,
  insertMissingTags,
  lockTags,
  lockUnusedTags,
  selectBegunTags,
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
export async function findTag(ctx: Pick<Context, "db">, spelling: string): Promise<FoundTag | undefined> {
  const folded = tagKey(spelling);
  return folded === "" ? undefined : selectTag(ctx.db, folded);
}

/** Tags in one transaction of {@link deleteUnusedTags}. */
const BATCH = 1000;

/** Deletes tags that no prompt has, hidden ones included, a day after they were made. What is left over goes the next day. */
export async function deleteUnusedTags({ db }: Pick<Context, "db">): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Two statements: what has waited for a publication sees what that has brought.
    const ids = await lockUnusedTags(trx, BATCH);
    if (ids.length > 0) await deleteTagsWithout(trx, ids);
  });
}

/** What answers show of a tag. */
export const toTagView = ({ name, slug, prompts_count }: TagView): TagView => ({ name, slug, prompts_count });

/** Fewer letters say too little. */
const LEAST_LETTERS = 2;

/** Tags that begin so, or all, the most used first. @param slug of what is typed */
export function suggestTags({ db }: Pick<Context, "db">, slug: string): Promise<TagView[]> {
  const letters = slug.replaceAll("-", "");
  if (letters.length < LEAST_LETTERS) return selectMostUsedTags(db, MOST_SUGGESTIONS);
  return selectBegunTags(db, letters, tagKey(slug), MOST_SUGGESTIONS);
}
