/** Whether a user may act, and the refusals. */
import type { Transaction } from "kysely";
import { messages } from "#accounts/messages.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { selectUserForAdding } from "./users.queries.ts";

/** The error when nobody is signed in, or the session or the account has ended. */
export function loginRequired(): AppError {
  return new AppError(401, "unauthorized", messages.loginRequired);
}

/**
 * Requires a user who may add content.
 * @param user the locked user; undefined when there is none
 * @throws AppError 401 when the user does not exist, 403 `user_banned` when blocked
 */
export function requireActive(user: { is_blocked: boolean } | undefined): void {
  if (!user) throw loginRequired();
  if (user.is_blocked) throw new AppError(403, "user_banned", messages.blocked);
}

/**
 * Locks a user who adds content until the transaction ends: blocking and deletion wait for it, and a user blocked or
 * deleted meanwhile adds nothing.
 * @throws AppError as `requireActive`
 */
export async function lockActiveUser(trx: Transaction<DB>, id: string): Promise<void> {
  requireActive(await selectUserForAdding(trx, id));
}

/** RFC 9110, section 15.5.11: it was here, and the address is no mistake. */
export const userRemoved = (): AppError => new AppError(410, "user_removed", messages.removedByModeration);
