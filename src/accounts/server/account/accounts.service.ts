/** Whole accounts: created without a sign-up (admin, demo, tests), blocked, removed, deleted. */
import type { Transaction } from "kysely";
import { revokeKeys } from "#accounts/server/api-keys/api-keys.queries.ts";
import { deleteSessionsOf } from "#accounts/server/sessions/sessions.queries.ts";
import { deleteSignupsOf } from "#accounts/server/sign-up/signups.queries.ts";
import { usernameTaken } from "#accounts/server/users/usernames.ts";
import {
  claimName,
  deleteUser,
  insertUser,
  lockAddress,
  type NewUser,
  releaseUnusedNames,
  updateBlocked,
  updateRemoved,
} from "#accounts/server/users/users.queries.ts";
import type { lockAccount } from "#accounts/server/users/users.shared.queries.ts";
import type { DB } from "#platform/database/schema.ts";

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

/** A user who is let in again logs in anew, and makes new keys. */
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

/** Deletes an account: sessions and reactions by cascade, also the username and pending sign-ups of the address. */
export async function deleteAccount(trx: Transaction<DB>, { id, email }: LockedUser): Promise<void> {
  await deleteUser(trx, id);
  await deleteSignupsOf(trx, email);
  await releaseUnusedNames(trx, email);
}
