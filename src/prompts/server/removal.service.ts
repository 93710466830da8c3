/** Removing prompts for good, with all that hangs on them: reactions, views, pictures. */
import type { Transaction } from "kysely";
import { enqueueFilesRemoval } from "#media/server/removal.jobs.ts";
import type { DB } from "#platform/database/schema.ts";
import type { Jobs } from "#platform/jobs.ts";
import { deleteReactionsTo } from "#reactions/server/reactions.service.ts";
import { deletePrompts, lockPrompts, type RemovedRow } from "./removal.queries.ts";

export { lockPromptsOf } from "./removal.queries.ts";

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
  const ids = held.map(({ id }) => id);
  // Last, because removing them takes hold of counts that others wait for. First their favourites, then their likes, then
  // they themselves (specification, section 4): left to the cascade, a count would be locked before the likes it follows
  // from, and whoever takes a like back at that moment goes the other way: each would wait for the other.
  await deleteReactionsTo(trx, ids);
  await deletePrompts(trx, ids);
}
