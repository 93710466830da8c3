/** Deletes an account with everything it owns, for the user or for the admin. */
import type { Transaction } from "kysely";
import { deleteAccount, type LockedUser } from "#accounts/server/users/users.service.ts";
import type { DB } from "#platform/database/schema.ts";
import type { Jobs } from "#platform/jobs.ts";
import { removePromptsOf } from "#prompts/server/removal.service.ts";

/**
 * Deletes a user with sessions, reactions, prompts and pictures; a job of the same commit removes the files. Clear the
 * response cache afterwards. A concurrent publication by the user waits, then finds no account.
 */
export async function removeUser(trx: Transaction<DB>, jobs: Jobs, user: LockedUser): Promise<void> {
  await removePromptsOf(trx, jobs, user.id);
  await deleteAccount(trx, user);
}
