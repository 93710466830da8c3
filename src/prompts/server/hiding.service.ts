/**
 * Hides prompts from everybody: from lists, searches, feeds, sitemaps, the API and their own page, with picture and link
 * preview. Likes, favourites and views stay, and are back when the prompt is shown again.
 */
import type { Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import { setHidden } from "./hiding.queries.ts";
import { type LockedPrompt, lockPrompts } from "./removal.queries.ts";

export { selectForModeration as findPromptForModeration } from "./hiding.queries.ts";

/**
 * Hides a prompt; one that is hidden already stays so. Clear the response cache afterwards.
 * @returns the prompt; undefined when it no longer exists
 */
export function hidePrompt(trx: Transaction<DB>, id: number): Promise<LockedPrompt | undefined> {
  return lockAndSet(trx, id, true);
}

/** Shows a prompt again, if it is hidden; otherwise as `hidePrompt`. */
export function showPrompt(trx: Transaction<DB>, id: number): Promise<LockedPrompt | undefined> {
  return lockAndSet(trx, id, false);
}

/** Locked until the transaction ends, so that no like is taken back while likes are counted. */
async function lockAndSet(
  trx: Transaction<DB>,
  id: number,
  hidden: boolean,
): Promise<LockedPrompt | undefined> {
  const [prompt] = await lockPrompts(trx, { id });
  if (prompt) await setHidden(trx, id, hidden);
  return prompt;
}
