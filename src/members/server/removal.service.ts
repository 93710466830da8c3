/** Removing a person for good, with everything they own, whether they ask for it themselves or the admin does. */
import type { Transaction } from "kysely";
import { deleteAccount, lockAccount } from "#accounts/server/users/users.service.ts";
import type { DB } from "#platform/database/schema.ts";
import type { Jobs } from "#platform/jobs.ts";
import { removePromptsOf } from "#prompts/server/removal.service.ts";

export interface RemovedUser {
  username: string;
  email: string;
  is_demo: boolean;
  /** How many prompts went with them. */
  prompts: number;
}

/**
 * Removes a person with sessions, reactions, prompts and pictures, whose files go by a job of the same commit;
 * clear the kept answers after it. Whoever publishes at the same moment waits, then finds no account.
 * @returns who it was, or undefined when there is no such person (any more)
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
