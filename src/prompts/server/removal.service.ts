/** Deletes prompts with their reactions, views and pictures. */
import type { Transaction } from "kysely";
import { enqueueFilesRemoval } from "#media/server/removal.jobs.ts";
import type { DB } from "#platform/database/schema.ts";
import type { Jobs } from "#platform/jobs.ts";
import { deleteReactionsTo } from "#reactions/server/reactions.shared.queries.ts";
import { deleteResultsTo } from "#results/server/results.shared.queries.ts";
import { deletePrompts } from "./removal.queries.ts";
import { type LockedPrompt, lockPrompts } from "./removal.shared.queries.ts";
import { selectVersionPictures } from "./versions/versions.queries.ts";

/**
 * Deletes a prompt with favourites and likes (specification, section 4); a job of the same commit removes its files.
 * Clear the response cache afterwards.
 * @param authorId if given, deletes only a prompt of this user
 * @returns the deleted prompt; undefined when it does not exist
 */
export async function removePrompt(
  trx: Transaction<DB>,
  jobs: Jobs,
  id: number,
  authorId?: string,
): Promise<{ title: string; user_id: string } | undefined> {
  const [locked] = await lockPrompts(trx, { id, authorId });
  if (locked) await remove(trx, jobs, [locked]);
  return locked;
}

/**
 * Deletes all prompts of a user; otherwise as `removePrompt`.
 * @returns the number of deleted prompts
 */
export async function removePromptsOf(trx: Transaction<DB>, jobs: Jobs, authorId: string): Promise<number> {
  const locked = await lockPrompts(trx, { authorId });
  if (locked.length > 0) await remove(trx, jobs, locked);
  return locked.length;
}

/**
 * Deletes those of an author's prompts that were never edited; otherwise as `removePrompt`. An edit under way is waited for,
 * and keeps its prompt.
 * @returns the number of deleted prompts
 */
export async function removeUneditedPrompts(
  trx: Transaction<DB>,
  jobs: Jobs,
  authorId: string,
  ids: number[],
): Promise<number> {
  const locked = await lockPrompts(trx, { uneditedOf: ids, authorId });
  if (locked.length > 0) await remove(trx, jobs, locked);
  return locked.length;
}

/** Deletes the prompts that are hidden with their author; otherwise as `removePrompt`. */
export async function removeHiddenPromptsOf(
  trx: Transaction<DB>,
  jobs: Jobs,
  authorId: string,
): Promise<void> {
  const locked = await lockPrompts(trx, { authorId, hiddenWithAuthor: true });
  if (locked.length > 0) await remove(trx, jobs, locked);
}

async function remove(trx: Transaction<DB>, jobs: Jobs, locked: LockedPrompt[]): Promise<void> {
  const ids = locked.map(({ id }) => id);
  await enqueueFilesRemoval(jobs, trx, locked, await selectVersionPictures(trx, ids));
  // Last, because deleting locks counts that other requests wait for. First favourites, then likes, then the prompts
  // (specification, section 4), as results before them: a cascade would lock a count before its likes, in the opposite order of a request that
  // removes a like, and both would deadlock.
  await deleteResultsTo(trx, ids);
  await deleteReactionsTo(trx, ids);
  await deletePrompts(trx, ids);
}
