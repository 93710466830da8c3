/** The admin's rules for users: list, block, unblock, remove; never the admin's own account. */
import { isUuid } from "#accounts/server/sessions/authenticate.ts";
import { countUsers, selectUsers } from "#accounts/server/users/user-list.shared.queries.ts";
import type {
  AdminUserList,
  BlockAnswer,
  BlockRequest,
  RemovalAnswer,
  SearchQuery,
} from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { decideDirectly } from "#moderation/server/cases/direct-decisions.service.ts";
import { selectRemovalsOf } from "#moderation/server/cases/removals.shared.queries.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { countPromptsOf } from "#prompts/server/own-prompts.shared.queries.ts";
import { countReactionsOf } from "#reactions/server/reactions.shared.queries.ts";
import {
  type Admin,
  isNotified,
  pageRange,
  type Reasons,
  reasonsOf,
  removalView,
  removeAsAdmin,
} from "./admin.ts";

const userNotFound = () => new AppError(404, "user_not_found", messages.userNotFound);

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
  const [prompts, reactions, removals] = await Promise.all([
    countPromptsOf(ctx.db, ids),
    countReactionsOf(ctx.db, ids),
    selectRemovalsOf(ctx.db, ids),
  ]);
  const users = rows.map(({ created_at, is_demo, removed_at, ...row }, i) => ({
    ...row,
    is_removed: removed_at !== null,
    removal: removalView(removals.find(({ user_id }) => user_id === row.id)),
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
 * Blocks or unblocks a user, or blocks them and hides all that they have published. Idempotent: sets the requested state;
 * only changes are logged and mailed.
 * @throws AppError 404 for an unknown id, 409 for the admin, or for unblocking a removed account
 */
export async function setUserBlocked(
  ctx: Context,
  admin: Admin,
  id: string,
  { blocked, remove_content: removesContent = false, ...given }: BlockRequest,
): Promise<BlockAnswer> {
  const { reason, ground } = reasonsOf(given);
  const outcome = await decideDirectly(
    ctx,
    admin,
    { type: "user", id },
    blocked
      ? { decision: removesContent ? "empty" : "block", ground, reason }
      : { decision: "unblock", ground: "none", reason },
  );
  if (!outcome) throw userNotFound();
  if (outcome.changed) {
    const action = !blocked ? "user_unblocked" : removesContent ? "user_emptied" : "user_blocked";
    admin.report(action, outcome.email);
  }
  return { id: id.toLowerCase(), is_blocked: blocked, prompts_removed: outcome.prompts };
}

/**
 * Removes an account with its prompts, by a decision that can be undone.
 * @throws AppError 404 for an unknown id or a removed account, 409 for the admin
 */
export async function removeUserAsAdmin(
  ctx: Context,
  admin: Admin,
  id: string,
  reasons: Reasons,
): Promise<RemovalAnswer> {
  const removed = await removeAsAdmin(ctx, admin, { type: "user", id }, reasons);
  if (!removed) throw userNotFound();
  return removed;
}
