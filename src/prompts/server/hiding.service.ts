/**
 * Hides prompts from everybody: from lists, searches, feeds, sitemaps, the API and their own page, with picture and link
 * preview. Likes, favourites and views stay, and are back when the prompt is shown again.
 */
import type { Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import type { Jobs } from "#platform/jobs.ts";
import { setHidden, setHiddenWithAuthor, setInReview } from "./hiding.queries.ts";
import { lockPromptsOf } from "./removal.queries.ts";
import { type LockedPrompt, lockPrompts } from "./removal.shared.queries.ts";

/**
 * Hides a prompt; one that is hidden already stays so. Clear the response cache afterwards.
 * @param undecided whether a person has yet to decide: until then it does not count against its author
 * @returns the prompt; undefined when it no longer exists
 */
export function hidePrompt(
  trx: Transaction<DB>,
  id: number,
  { undecided = false }: { undecided?: boolean } = {},
): Promise<LockedPrompt | undefined> {
  return lockAndSet(trx, id, { hidden: true, undecided });
}

/**
 * Shows a prompt again, if it is hidden; otherwise as `hidePrompt`.
 * @param withAuthor whether all of its author's is hidden: then this one is hidden with that, and shown with it
 */
export function showPrompt(
  trx: Transaction<DB>,
  id: number,
  { withAuthor }: { withAuthor: boolean },
): Promise<LockedPrompt | undefined> {
  return lockAndSet(trx, id, { hidden: false, withAuthor });
}

/**
 * Hides the public prompts of a user, under `lockAccount`, so that none is published meanwhile; otherwise as `hidePrompt`.
 * @returns how many it has hidden
 */
export async function hidePromptsOf(trx: Transaction<DB>, userId: string): Promise<number> {
  await lockPromptsOf(trx, userId);
  return setHiddenWithAuthor(trx, userId, true);
}

/** Shows the prompts that `hidePromptsOf` has hidden, unless a decision of their own hides them since. */
export async function showPromptsOf(trx: Transaction<DB>, userId: string): Promise<number> {
  await lockPromptsOf(trx, userId);
  return setHiddenWithAuthor(trx, userId, false);
}

/** The queue of prompts that wait for a moderator. The room `moderation` works on it. */
export const REVIEW_QUEUE = "review-prompt";
export interface ReviewJob {
  promptId: number;
}

/** Hides a prompt that this transaction publishes or edits, until a moderator has looked at it. */
export async function hideForReview(trx: Transaction<DB>, jobs: Jobs, promptId: number): Promise<void> {
  await lockPrompts(trx, { id: promptId });
  await setInReview(trx, promptId);
  await jobs.send(trx, REVIEW_QUEUE, { promptId } satisfies ReviewJob);
}

/** Locked until the transaction ends, so that no like is taken back while likes are counted. */
async function lockAndSet(
  trx: Transaction<DB>,
  id: number,
  how: { hidden: boolean; withAuthor?: boolean; undecided?: boolean },
): Promise<LockedPrompt | undefined> {
  const [prompt] = await lockPrompts(trx, { id });
  // A deleted prompt counts as gone, though its author may restore it.
  if (!prompt || prompt.deleted_at) return undefined;
  await setHidden(trx, id, how);
  return prompt;
}
