/** Deletes an account with everything it owns, for the user or for the admin. */
import type { Transaction } from "kysely";
import { deleteAccount, lockAccount } from "#accounts/server/users/users.service.ts";
import type { DB } from "#platform/database/schema.ts";
import type { Jobs } from "#platform/jobs.ts";
import { removePromptsOf } from "#prompts/server/removal.service.ts";

export interface RemovedUser {
  username: string;
  email: string;
  is_demo: boolean;
  /** Number of deleted prompts. */
  prompts: number;
}

/**
 * Deletes a user with sessions, reactions, prompts and pictures; a job of the same commit removes the files. Clear the
 * response cache afterwards. A concurrent publication by the user waits, then finds no account.
 * @returns the deleted user; undefined when there is no such user
 */
export async function removeUser(
  trx: Transaction<DB>,
  jobs: Jobs,
  userId: string,
): Promise<RemovedUser | undefined> {
  const person = await lockAccount(trx, userId);
  if (!person) return undefined;
  const prompts = await removePromptsOf(trx, jobs, userId);
  await deleteAccount(trx, person);
  return { username: person.username, email: person.email, is_demo: person.is_demo, prompts };
}
