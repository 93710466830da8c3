/** The admin's rules for users: list, block, unblock, delete; never the admin's own account. */
import type { Transaction } from "kysely";
import type { Notice } from "#accounts/server/mails/notice-mails.ts";
import { isUuid } from "#accounts/server/sessions/authenticate.ts";
import { countUsers, selectUsers } from "#accounts/server/users/user-list.service.ts";
import { type LockedUser, lockAccount, setBlocked } from "#accounts/server/users/users.service.ts";
import type { AdminUserList, AuditAction, BlockAnswer, BlockRequest, SearchQuery } from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { removeUser } from "#members/server/removal.service.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { countPromptsOf } from "#prompts/server/own-prompts.service.ts";
import { lockPromptsOf, removePromptsOf } from "#prompts/server/removal.service.ts";
import { countReactionsOf, deleteReactionsOf } from "#reactions/server/reactions.service.ts";
import { type Admin, isNotified, pageRange } from "./admin.ts";
import { logAction } from "./audit-log.service.ts";

/** A page of users, newest first. A search matches parts of usernames and addresses, or a whole id. */
export async function listAdminUsers(
  ctx: Context,
  { page, search: text }: SearchQuery,
): Promise<AdminUserList> {
  const search = text ? { text, id: isUuid(text) ? text : null } : undefined;
  const [rows, totalCount] = await Promise.all([
    selectUsers(ctx.db, search, pageRange(page)),
    countUsers(ctx.db, search),
  ]);
  const ids = rows.map(({ id }) => id);
  const [prompts, reactions] = await Promise.all([
    countPromptsOf(ctx.db, ids),
    countReactionsOf(ctx.db, ids),
  ]);
  const users = rows.map(({ created_at, is_demo, ...row }, i) => ({
    ...row,
    prompts_count: prompts[i] ?? 0,
    likes_count: reactions[i]?.likes ?? 0,
    favorites_count: reactions[i]?.favorites ?? 0,
    created_at: created_at.toISOString(),
    is_admin: row.email === ctx.config.adminEmail,
    is_notified: isNotified(ctx, { ...row, is_demo }),
  }));
  return { users, totalCount };
}

/**
 * The user concerned, locked until the transaction ends.
 * @throws AppError 404 for an unknown id, 409 for the admin
 */
async function lockTarget(trx: Transaction<DB>, admin: Admin, id: string): Promise<LockedUser> {
  const user = isUuid(id) ? await lockAccount(trx, id) : undefined;
  if (!user) throw new AppError(404, "user_not_found", messages.userNotFound);
  if (user.id === admin.id) throw new AppError(409, "own_account", messages.ownAccount);
  return user;
}

/**
 * Blocks or unblocks a user, or blocks them and deletes all their content, in one transaction. Idempotent: sets the
 * requested state; only changes are logged and mailed.
 * @throws AppError 404 for an unknown id, 409 for the admin
 */
export async function setUserBlocked(
  ctx: Context,
  admin: Admin,
  id: string,
  { blocked, reason: given, remove_content: emptied = false }: BlockRequest,
): Promise<BlockAnswer> {
  const reason = given || null;
  const state: AuditAction = blocked ? "user_blocked" : "user_unblocked";
  const action = emptied ? "user_emptied" : state;
  const { user, prompts, changed } = await inTransaction(ctx.db, async (trx) => {
    const user = await lockTarget(trx, admin, id);
    const blocks = user.is_blocked !== blocked;
    if (blocks) await setBlocked(trx, user.id, blocked);
    const prompts = emptied ? await lockPromptsOf(trx, user.id) : 0;
    const reactions = emptied ? await deleteReactionsOf(trx, user.id) : 0;
    const changed = blocks || prompts + reactions > 0;
    if (changed) {
      const notice: Notice = emptied
        ? { kind: "emptied", prompts, reason }
        : { kind: blocked ? "blocked" : "unblocked", reason };
      await logAction(ctx, trx, admin, user, { action, reason, prompts, notice });
    }
    if (emptied) await removePromptsOf(trx, ctx.jobs, user.id);
    return { user, prompts, changed };
  });
  if (changed) admin.report(action, user.email);
  if (emptied) ctx.responseCache.clear();
  return { id: user.id, is_blocked: blocked, prompts_removed: prompts };
}

/**
 * Deletes an account with everything it owns, writes the log and mails the user, in one transaction.
 * @throws AppError 404 for an unknown id, 409 for the admin
 */
export async function deleteUserAsAdmin(
  ctx: Context,
  admin: Admin,
  id: string,
  reason: string | null,
): Promise<void> {
  const user = await inTransaction(ctx.db, async (trx) => {
    const user = await lockTarget(trx, admin, id);
    const prompts = await lockPromptsOf(trx, user.id);
    const notice: Notice = { kind: "deleted", prompts, reason };
    await logAction(ctx, trx, admin, user, { action: "user_deleted", reason, prompts, notice });
    await removeUser(trx, ctx.jobs, user);
    return user;
  });
  admin.report("user_deleted", user.email);
  ctx.responseCache.clear();
}
