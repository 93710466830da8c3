/**
 * Hides prompts from everybody: from lists, searches, feeds, sitemaps, the API and their own page, with picture and link
 * preview. Likes, favourites and views stay, and are back when the prompt is shown again.
 */
import type { Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import { lockForHiding, setHidden } from "./hiding.queries.ts";

export { selectForModeration as findPromptForModeration } from "./hiding.queries.ts";

/** Hides the prompts that exist; those that are hidden already stay so. Clear the response cache afterwards. */
export async function hidePrompts(trx: Transaction<DB>, ids: number[]): Promise<void> {
  await setHidden(trx, await lockForHiding(trx, ids), true);
}

/**
 * Shows a prompt again, if it is hidden. Clear the response cache afterwards.
 * @returns false when the prompt no longer exists
 */
export async function showPrompt(trx: Transaction<DB>, id: number): Promise<boolean> {
  const locked = await lockForHiding(trx, [id]);
  await setHidden(trx, locked, false);
  return locked.length > 0;
}
