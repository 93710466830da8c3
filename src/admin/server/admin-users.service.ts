/** The admin's rules for users: list, block, unblock, delete; never the admin's own account. */
import type { Transaction } from "kysely";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import type { Notice } from "#accounts/server/mails/notice-mails.ts";
import { isUuid, type Viewer } from "#accounts/server/sessions/authenticate.ts";
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
import { isNotified, pageRange } from "./admin.ts";
import { insertAuditEntry } from "./audit-log.queries.ts";

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
async function lockTarget(trx: Transaction<DB>, admin: Viewer, id: string): Promise<LockedUser> {
  const person = isUuid(id) ? await lockAccount(trx, id) : undefined;
  if (!person) throw new AppError(404, "user_not_found", messages.userNotFound);
  if (person.id === admin.id) throw new AppError(409, "own_account", messages.ownAccount);
  return person;
}

interface Deed {
  action: AuditAction;
  promptsRemoved: number;
  reason: string | null;
  notice: Notice;
}

/** Records a security event after the commit. @param email of the user concerned */
export type Report = (action: AuditAction, email: string) => void;

/** Writes an action to the log and enqueues the mail to the user, in the transaction of the action. */
async function record(
  ctx: Context,
  trx: Transaction<DB>,
  admin: Viewer,
  person: LockedUser,
  { action, promptsRemoved, reason, notice }: Deed,
): Promise<void> {
  await insertAuditEntry(trx, {
    admin_id: admin.id,
    admin_username: admin.username,
    action,
    target_user_id: person.id,
    target_label: person.username,
    prompts_removed: promptsRemoved,
    reason,
  });
  if (isNotified(ctx, person)) await enqueueNotice(ctx, trx, person, notice);
}

/**
 * Blocks or unblocks a user, or blocks them and deletes all their content, in one transaction. Idempotent: sets the
 * requested state; only changes are logged and mailed.
 * @throws AppError 404 for an unknown id, 409 for the admin
 */
export async function setUserBlocked(
  ctx: Context,
  admin: Viewer,
  id: string,
  { blocked, reason: given, remove_content }: BlockRequest,
  report: Report,
): Promise<BlockAnswer> {
  const reason = given || null;
  let done: [AuditAction, string] | undefined;
  const answer = await inTransaction(ctx.db, async (trx) => {
    const person = await lockTarget(trx, admin, id);
    const changes = person.is_blocked !== blocked;
    if (changes) await setBlocked(trx, person.id, blocked);
    const state = { id: person.id, is_blocked: blocked };
    if (remove_content) {
      const prompts = await lockPromptsOf(trx, person.id);
      const reactions = await deleteReactionsOf(trx, person.id);
      if (changes || prompts > 0 || reactions > 0) {
        const notice: Notice = { kind: "emptied", prompts, reason };
        done = ["user_emptied", person.email];
        await record(ctx, trx, admin, person, {
          action: "user_emptied",
          promptsRemoved: prompts,
          reason,
          notice,
        });
      }
      await removePromptsOf(trx, ctx.jobs, person.id);
      return { ...state, prompts_removed: prompts };
    }
    if (changes) {
      const notice: Notice = { kind: blocked ? "blocked" : "unblocked", reason };
      const action = blocked ? "user_blocked" : "user_unblocked";
      done = [action, person.email];
      await record(ctx, trx, admin, person, { action, promptsRemoved: 0, reason, notice });
    }
    return { ...state, prompts_removed: 0 };
  });
  if (done) report(...done);
  if (remove_content) ctx.responseCache.clear();
  return answer;
}

/**
 * Deletes an account with everything it owns, writes the log and mails the user, in one transaction.
 * @throws AppError 404 for an unknown id, 409 for the admin
 */
export async function deleteUserAsAdmin(
  ctx: Context,
  admin: Viewer,
  id: string,
  reason: string | null,
  report: Report,
): Promise<void> {
  const email = await inTransaction(ctx.db, async (trx) => {
    const person = await lockTarget(trx, admin, id);
    const prompts = await lockPromptsOf(trx, person.id);
    await record(ctx, trx, admin, person, {
      action: "user_deleted",
      promptsRemoved: prompts,
      reason,
      notice: { kind: "deleted", prompts, reason },
    });
    await removeUser(trx, ctx.jobs, person.id);
    return person.email;
  });
  report("user_deleted", email);
  ctx.responseCache.clear();
}
