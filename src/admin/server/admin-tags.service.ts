/** The admin's work on tags; each change is in the log of its transaction. */

import type { Transaction } from "kysely";
import {
  type AdminTag,
  type AdminTagList,
  LARGEST_TAG,
  type SearchQuery,
  TAGS_REACH,
} from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { moveTagFollows } from "#collections/server/collections.shared.queries.ts";
import { toId } from "#language/text.ts";
import type { AuditAction } from "#moderation/cases-contract.ts";
import { insertAuditEntry } from "#moderation/server/records/audit-log.shared.queries.ts";
import type { Context } from "#platform/context.ts";
import { brokenUniqueKey, inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { refuseProfanity } from "#platform/http/profanity.ts";
import {
  findWholeTag,
  freeAlias,
  listTags,
  mergeTag,
  renameTag,
} from "#prompts/server/tag-administration.service.ts";
import { type Admin, pageRange } from "./admin.ts";

/** A tag's id in a path. @returns 0, which no tag has, for what is none */
function tagId(text: string): number {
  const id = toId(text) ?? 0;
  return id > LARGEST_TAG ? 0 : id;
}

/** A page of tags, the most used first. A search matches parts of names, also of those that lead to a tag. */
export async function listAdminTags(ctx: Context, { page, search = "" }: SearchQuery): Promise<AdminTagList> {
  const { tags, total, more } = await listTags(ctx, search, pageRange(page), TAGS_REACH);
  return { tags, totalCount: total, more };
}

/**
 * @param change what is to be logged of it; undefined when it changed nothing
 * @returns the tag as it is afterwards
 */
async function changeTag(
  ctx: Context,
  { id, username }: Admin,
  action: AuditAction,
  tag: number,
  change: (
    trx: Transaction<DB>,
  ) => Promise<{ target_label: string; new_label: string; prompts_removed?: number } | undefined>,
): Promise<AdminTag> {
  await inTransaction(ctx.db, async (trx) => {
    const logged = await change(trx);
    if (logged) await insertAuditEntry(trx, { ...logged, admin_id: id, admin_username: username, action });
  });
  ctx.responseCache.clear();
  return findWholeTag(ctx.db, tag);
}

/** @throws AppError 400 for profanity; 404 or 409 as `renameTag` */
export async function renameTagAsAdmin(
  ctx: Context,
  admin: Admin,
  id: string,
  name: string,
): Promise<AdminTag> {
  refuseProfanity({ name }, { name: messages.nameProfane });
  try {
    return await changeTag(ctx, admin, "tag_renamed", tagId(id), async (trx) => {
      const before = await renameTag(trx, tagId(id), name);
      return before === undefined ? undefined : { target_label: before, new_label: name };
    });
  } catch (error) {
    // A publication has just made a tag of that name, which is found now.
    if (brokenUniqueKey(error) === "tags_folded_key") return renameTagAsAdmin(ctx, admin, id, name);
    throw error;
  }
}

/** @returns the tag that stays @throws AppError as `mergeTag` */
export async function mergeTagsAsAdmin(
  ctx: Context,
  admin: Admin,
  id: string,
  into: number,
): Promise<AdminTag> {
  try {
    return await changeTag(ctx, admin, "tag_merged", into, async (trx) => {
      const merged = await mergeTag(ctx, trx, tagId(id), into);
      await moveTagFollows(trx, tagId(id), into);
      return { target_label: merged.name, new_label: merged.into, prompts_removed: merged.prompts };
    });
  } catch (error) {
    // A follower of the one has just followed the other too.
    if (brokenUniqueKey(error) === "tag_follows_pkey") return mergeTagsAsAdmin(ctx, admin, id, into);
    throw error;
  }
}

/** @throws AppError as `freeAlias` */
export function freeAliasAsAdmin(ctx: Context, admin: Admin, id: string, alias: string): Promise<AdminTag> {
  return changeTag(ctx, admin, "tag_alias_deleted", tagId(id), async (trx) => {
    const freed = await freeAlias(trx, tagId(id), tagId(alias));
    return { target_label: freed.name, new_label: freed.of };
  });
}
