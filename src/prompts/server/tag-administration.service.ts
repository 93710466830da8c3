/** The admin's rules for tags: a former name leads to the tag, and a merged tag to the other one, in one step. */
import type { Transaction } from "kysely";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { tagMessages } from "#prompts/tag-messages.ts";
import { tagKey } from "#prompts/tag-names.ts";
import { tagSlug } from "#prompts/tag-path.ts";
import {
  countTags,
  deleteAlias,
  insertAlias,
  type ListedTag,
  type LockedTag,
  lockTag,
  lockTarget,
  selectByKey,
  selectTags,
  selectWholeTag,
  type TagSearch,
  updateMerged,
  updateTagName,
} from "./tag-administration.queries.ts";
import { enqueueMoving } from "./tag-moving.service.ts";
import type { WrittenTag } from "./tags.queries.ts";

/** Fewer letters are looked for at a name's beginning: parts of names are found by three. */
const PART_LETTERS = 3;

/** @returns undefined for all tags */
function searchOf(text: string): TagSearch | undefined {
  const slug = tagSlug(text);
  if (slug === "") return undefined;
  const letters = slug.replaceAll("-", "");
  return { like: letters.length < PART_LETTERS ? `${letters}%` : `%${letters}%`, folded: tagKey(slug) };
}

/** A page of tags, the most used first, and how many there are. @param most of them are counted and reached */
export async function listTags(
  { db }: Pick<Context, "db">,
  text: string,
  page: { limit: number; offset: number },
  most: number,
): Promise<{ tags: ListedTag[]; total: number; more: boolean }> {
  const search = searchOf(text);
  const limit = Math.max(0, Math.min(page.limit, most - page.offset));
  const [tags, counted] = await Promise.all([
    limit > 0 ? selectTags(db, search, { ...page, limit }) : [],
    countTags(db, search, most + 1),
  ]);
  return { tags, total: Math.min(counted, most), more: counted > most };
}

const tagNotFound = () => new AppError(404, "tag_not_found", tagMessages.notFound);

/** @throws AppError 404 when there is no such tag (any more) */
export async function findWholeTag(db: Context["db"], id: number): Promise<ListedTag> {
  const tag = await selectWholeTag(db, id);
  if (!tag) throw tagNotFound();
  return tag;
}

/** A merged tag is no longer a tag. */
function requireUnmerged(tag: LockedTag | undefined): LockedTag {
  if (!tag || tag.merged_into !== null) throw tagNotFound();
  return tag;
}

/** A key that no tag has: keys have letters, digits and spaces. It frees a key while two tags exchange theirs. */
const withoutKey = (written: WrittenTag): WrittenTag => ({ ...written, folded: `~${written.folded}` });

/**
 * Renames a tag. If that is more than another spelling, the former name goes on leading to it.
 * @returns the former name; undefined when that is the same
 * @throws AppError 404 for none, 409 when another tag is called so, or was
 */
export async function renameTag(trx: Transaction<DB>, id: number, name: string): Promise<string | undefined> {
  const tag = requireUnmerged(await lockTag(trx, id));
  if (tag.name === name) return undefined;
  const written = { name, folded: tagKey(name), slug: tagSlug(name) };
  if (written.folded !== tag.folded) {
    const other = await selectByKey(trx, written.folded);
    if (other && other.merged_into !== id)
      throw new AppError(409, "tag_exists", tagMessages.exists(other.shown), { field: "name" });
    if (other) {
      await updateTagName(trx, other.id, withoutKey(written));
      await updateTagName(trx, id, written);
      await updateTagName(trx, other.id, tag);
      return tag.name;
    }
    await updateTagName(trx, id, written);
    await insertAlias(trx, id, tag);
    return tag.name;
  }
  await updateTagName(trx, id, written);
  return tag.name;
}

/**
 * Merges a tag into another: from the commit on they are one, and a job changes the prompts.
 * @returns both names, and the number of public prompts that had the first
 * @throws AppError 404 for none, 400 for one and the same tag, 409 when the second has been merged meanwhile: what was asked
 *   about is no longer so
 */
export async function mergeTag(
  ctx: Pick<Context, "jobs">,
  trx: Transaction<DB>,
  id: number,
  into: number,
): Promise<{ name: string; into: string; prompts: number }> {
  if (id === into) throw new AppError(400, "validation_failed", tagMessages.sameTag, { field: "into" });
  const merged = requireUnmerged(await lockTag(trx, id));
  const target = await lockTarget(trx, into);
  if (!target) throw tagNotFound();
  if (target.merged_into !== null)
    throw new AppError(409, "tag_merged", tagMessages.targetMerged(target.name), { field: "into" });
  const { prompts_count } = await findWholeTag(trx, id);
  await updateMerged(trx, id, into);
  await enqueueMoving(ctx, trx, id);
  return { name: merged.name, into: target.name, prompts: prompts_count };
}

/**
 * Frees another name of a tag: the next author who writes it makes a new tag.
 * @returns that name, and the tag's
 * @throws AppError 404 when the tag has no such name, 409 while prompts still move from it
 */
export async function freeAlias(
  trx: Transaction<DB>,
  id: number,
  aliasId: number,
): Promise<{ name: string; of: string }> {
  const alias = await lockTag(trx, aliasId);
  if (alias?.merged_into !== id) throw tagNotFound();
  // A statement of its own: it sees changes committed while it waited for the lock.
  if (!(await deleteAlias(trx, aliasId))) throw new AppError(409, "tag_moving", tagMessages.stillMoving);
  return { name: alias.name, of: (await findWholeTag(trx, id)).name };
}
