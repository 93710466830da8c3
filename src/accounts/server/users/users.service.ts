/** Users created without a sign-up (admin, demo, tests), locks of users, and their deletion. */
import type { Transaction } from "kysely";
import { messages } from "#accounts/messages.ts";
import { revokeKeys } from "#accounts/server/api-keys/api-keys.queries.ts";
import { loginRequired } from "#accounts/server/sessions/authenticate.ts";
import { deleteSessionsOf } from "#accounts/server/sessions/sessions.queries.ts";
import { deleteSignupsOf } from "#accounts/server/sign-up/signups.queries.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { usernameTaken } from "./usernames.ts";
import {
  claimName,
  deleteUser,
  insertUser,
  type lockAccount,
  lockAddress,
  type NewUser,
  releaseUnusedNames,
  selectUserForAdding,
  updateBlocked,
  updateRemoved,
} from "./users.queries.ts";

export {
  lockAccount,
  selectContacts as findContacts,
  selectIsNew as isNewAccount,
  selectPublicUser as findUser,
} from "./users.queries.ts";

/**
 * Creates a user with a confirmed address and a permanent username. Pending sign-ups of the address end.
 * @param user a demo user cannot sign in, whatever the password
 * @returns the id, or undefined when the address already has an account
 * @throws AppError 422 when the name is taken
 */
export async function createUser(trx: Transaction<DB>, user: NewUser): Promise<string | undefined> {
  await lockAddress(trx, user.email);
  const id = await insertUser(trx, user);
  if (!id) return undefined;
  if (!(await claimName(trx, user.username, user.email, null))) throw usernameTaken();
  await deleteSignupsOf(trx, user.email);
  await releaseUnusedNames(trx, user.email);
  return id;
}

export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

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

/** Whoever comes back logs in anew, and makes new keys. */
async function endAccess(trx: Transaction<DB>, id: string): Promise<void> {
  await deleteSessionsOf(trx, id);
  await revokeKeys(trx, id);
}

/**
 * Blocks or unblocks a user, under `lockAccount`. Effective from the user's next call, as each call checks it
 * (authenticate.ts). Sessions and keys remain during the block, to be told of it, and end with it.
 */
export async function setBlocked(trx: Transaction<DB>, id: string, blocked: boolean): Promise<void> {
  await updateBlocked(trx, id, blocked);
  if (!blocked) await endAccess(trx, id);
}

/**
 * Removes an account or brings it back, under `lockAccount`. A removed account is blocked too; what was blocked before is
 * blocked again once it is back.
 */
export async function setRemoved(trx: Transaction<DB>, id: string, removed: boolean): Promise<void> {
  await updateRemoved(trx, id, removed);
  if (!removed) await endAccess(trx, id);
}

/** RFC 9110, section 15.5.11: it was here, and the address is no mistake. */
export const userRemoved = (): AppError => new AppError(410, "user_removed", messages.removedByModeration);

/** Deletes an account: sessions and reactions by cascade, also the username and pending sign-ups of the address. */
export async function deleteAccount(trx: Transaction<DB>, { id, email }: LockedUser): Promise<void> {
  await deleteUser(trx, id);
  await deleteSignupsOf(trx, email);
  await releaseUnusedNames(trx, email);
}
