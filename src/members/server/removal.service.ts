/** Accounts go away with everything they own: for good, or so that it can be undone. */
import type { Transaction } from "kysely";
import { deleteAccount, type LockedUser, setRemoved } from "#accounts/server/account/accounts.service.ts";
import { lockAccount } from "#accounts/server/users/users.shared.queries.ts";
import type { DB } from "#platform/database/schema.ts";
import type { Jobs } from "#platform/jobs.ts";
import { hidePromptsOf } from "#prompts/server/hiding.service.ts";
import { removePromptsOf } from "#prompts/server/removal.service.ts";

/**
 * Deletes a user with sessions, reactions, prompts and pictures; a job of the same commit removes the files. Clear the
 * response cache afterwards. A concurrent publication by the user waits, then finds no account.
 */
export async function removeUser(trx: Transaction<DB>, jobs: Jobs, user: LockedUser): Promise<void> {
  await removePromptsOf(trx, jobs, user.id);
  await deleteAccount(trx, user);
}

/**
 * Takes an account and its prompts away from everybody; nothing is deleted. Likes and favourites leave counts and lists.
 * Clear the response cache afterwards.
 * @returns the number of prompts that it has hidden; undefined when there is no such account
 */
export async function withdrawUser(trx: Transaction<DB>, id: string): Promise<number | undefined> {
  if (!(await lockAccount(trx, id))) return undefined;
  await setRemoved(trx, id, true);
  return hidePromptsOf(trx, id);
}

/** Brings a withdrawn account back, without its prompts (`showPromptsOf`). @returns false when it no longer exists */
export async function reinstateUser(trx: Transaction<DB>, id: string): Promise<boolean> {
  if (!(await lockAccount(trx, id))) return false;
  await setRemoved(trx, id, false);
  return true;
}
