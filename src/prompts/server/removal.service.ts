/** Removing prompts for good, with all that hangs on them: reactions, views, pictures. */
import type { Transaction } from "kysely";
import { enqueueFilesRemoval } from "#media/server/removal.jobs.ts";
import type { DB } from "#platform/database/schema.ts";
import type { Jobs } from "#platform/jobs.ts";
import { deletePrompts, lockPrompts, type RemovedRow } from "./removal.queries.ts";

/**
 * Removes one prompt; favourites and likes go with it (specification, section 4), its files by a job of the same commit.
 * Clear the kept answers after that.
 * @param authorId when given, only this person's prompt is removed
 * @returns what it was, or undefined when there is none (any more)
 */
export async function removePrompt(
  trx: Transaction<DB>,
  jobs: Jobs,
  id: number,
  authorId?: string,
): Promise<{ title: string; user_id: string } | undefined> {
  const [held] = await lockPrompts(trx, { id, authorId });
  if (held) await remove(trx, jobs, [held]);
  return held;
}

/**
 * Removes everything that a person published; otherwise as `removePrompt`.
 * @returns how many prompts went
 */
export async function removePromptsOf(trx: Transaction<DB>, jobs: Jobs, authorId: string): Promise<number> {
  const held = await lockPrompts(trx, { authorId });
  if (held.length > 0) await remove(trx, jobs, held);
  return held.length;
}

async function remove(trx: Transaction<DB>, jobs: Jobs, held: RemovedRow[]): Promise<void> {
  await enqueueFilesRemoval(jobs, trx, held);
  // Last, because removing them takes hold of counts that others wait for.
  await deletePrompts(trx, held);
}
