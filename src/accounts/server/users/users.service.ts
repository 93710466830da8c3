/** People who come into being without a sign-up (the admin, demo personas, personas of tests), and people who leave. */
import type { Transaction } from "kysely";
import { messages } from "#accounts/messages.ts";
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
  lockAddress,
  lockUserForRemoval,
  type NewUser,
  releaseNames,
  selectUserForAdding,
  updateBlocked,
} from "./users.queries.ts";

/**
 * Creates a person whose address counts as confirmed, with the name held for good. Sign-ups of the address end.
 * @param person a demo person cannot sign in, whatever the password
 * @returns the id, or undefined when the address already has an account
 * @throws AppError 422 when somebody else holds the name
 */
export async function createUser(trx: Transaction<DB>, person: NewUser): Promise<string | undefined> {
  await lockAddress(trx, person.email);
  const id = await insertUser(trx, person);
  if (!id) return undefined;
  if (!(await claimName(trx, person.username, person.email, null))) throw usernameTaken();
  await deleteSignupsOf(trx, person.email);
  await releaseNames(trx, person.email, [person.username]);
  return id;
}

export interface LockedUser {
  id: string;
  email: string;
  username: string;
  is_blocked: boolean;
  is_demo: boolean;
}

/**
 * A person, held until the transaction ends: nothing that refers to them can be added meanwhile.
 * @returns undefined when there is none
 */
export function lockAccount(trx: Transaction<DB>, id: string): Promise<LockedUser | undefined> {
  return lockUserForRemoval(trx, id);
}

/**
 * Lets those pass who may add something.
 * @param person as they are while they are held; undefined when there is none
 * @throws AppError 401 when the person is gone, 403 `user_banned` when they are blocked
 */
export function requireActive(person: { is_blocked: boolean } | undefined): void {
  if (!person) throw loginRequired();
  if (person.is_blocked) throw new AppError(403, "user_banned", messages.blocked);
}

/**
 * Holds a person who is about to add something until the transaction ends: blocking and removing them wait for it, and
 * whoever was blocked or removed meanwhile adds nothing.
 * @throws AppError as `requireActive`
 */
export async function lockActiveUser(trx: Transaction<DB>, id: string): Promise<void> {
  requireActive(await selectUserForAdding(trx, id));
}

/**
 * Blocks a person, or lets them in again, under `lockAccount`. It counts from their next call on: every one of them looks
 * (authenticate.ts). Sessions stay while the block lasts, to be told of it, and never outlive it.
 */
export async function setBlocked(trx: Transaction<DB>, id: string, blocked: boolean): Promise<void> {
  await updateBlocked(trx, id, blocked);
  if (!blocked) await deleteSessionsOf(trx, id);
}

/** Deletes an account: sessions and reactions follow by cascade, the name and waiting sign-ups of the address are let go. */
export async function deleteAccount(trx: Transaction<DB>, { id, email }: LockedUser): Promise<void> {
  await deleteUser(trx, id);
  await deleteSignupsOf(trx, email);
  await releaseNames(trx, email, []);
}
