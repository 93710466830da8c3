/** Which removals bar a picture. What that needs is computed before the transaction that removes, and once more if it changed. */
import type { Transaction } from "kysely";
import { type Barrable, prepareBar } from "#media/server/barred-pictures.service.ts";
import { type Action, BARRING_CATEGORIES, BARRING_GROUNDS, type Ground } from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import { inLongTransaction, inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { findPromptForModeration } from "#prompts/server/hiding.service.ts";
import type { Case } from "./cases.queries.ts";
import type { Found } from "./target-types.ts";

type Of = Pick<Case, "prompt_id" | "category">;

/** The prompt has another picture, or the case another category, than when the bar was prepared. */
class PreparedForAnother extends Error {}

const isBarring = ({ prompt_id, category }: Of, action: Action, ground: Ground): boolean =>
  action === "remove" &&
  prompt_id !== null &&
  (BARRING_GROUNDS.includes(ground) || (category !== null && BARRING_CATEGORIES.includes(category)));

/** Requires that what was prepared is for the locked prompt as it is now; `withBar` then prepares again. */
export function requireItsBar(
  row: Of,
  target: Found | undefined,
  { action, ground, barrable }: { action: Action; ground: Ground; barrable: Barrable | undefined },
): void {
  const picture = isBarring(row, action, ground) ? target?.snapshot.image?.image_hash : undefined;
  if (picture !== barrable?.hash) throw new PreparedForAnother();
}

/**
 * Showing an author's prompts again finds the words of each anew: one or two milliseconds, and there may be thousands.
 */
const inDecision = <T>(ctx: Context, action: Action, work: (trx: Transaction<DB>) => Promise<T>) =>
  action === "restore" ? inLongTransaction(ctx, work) : inTransaction(ctx.db, work);

/**
 * Runs a transaction with what it needs to bar the picture of the prompt, if the decision bars it.
 * @param read the case before it is locked
 */
export async function withBar<T>(
  ctx: Context,
  { action, ground }: { action: Action; ground: Ground },
  read: () => Promise<Of | undefined>,
  run: (trx: Transaction<DB>, barrable: Barrable | undefined) => Promise<T>,
): Promise<T> {
  for (;;) {
    const row = action === "remove" ? await read() : undefined;
    const prompt =
      row?.prompt_id != null && isBarring(row, action, ground)
        ? await findPromptForModeration(ctx.db, row.prompt_id)
        : undefined;
    const barrable = prompt && (await prepareBar(ctx.storage, prompt.image_hash, prompt.width));
    try {
      return await inDecision(ctx, action, (trx) => run(trx, barrable));
    } catch (error) {
      if (!(error instanceof PreparedForAnother)) throw error;
    }
  }
}
