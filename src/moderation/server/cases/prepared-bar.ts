/** Which removals bar a picture. What that needs is computed before the transaction that removes, and once more if it changed. */
import type { Transaction } from "kysely";
import { type Barrable, barPicture, prepareBar } from "#media/server/barred-pictures.service.ts";
import {
  type Action,
  BARRING_CATEGORIES,
  BARRING_GROUNDS,
  type Category,
  type Ground,
} from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import { inLongTransaction, inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { findPromptForModeration } from "#prompts/server/moderation.shared.queries.ts";
import type { Case } from "./cases.queries.ts";
import type { TargetNow } from "./target-types.ts";

/** Works on what `bar` leaves to it: `barred-prompts.ts`. */
export const BARRED_QUEUE = "hide-barred";

export interface BarredJob {
  hash: string;
  category: Category;
  /** Case of the removed prompt. */
  caseId: number;
}

/**
 * Bars the picture of a prompt that is removed, which is served no more from the commit on, and enqueues the job that hides
 * the other prompts with it. Locking them here would deadlock with edits that wait for the bar.
 */
export async function barAndHideOthers(
  { jobs }: Pick<Context, "jobs">,
  trx: Transaction<DB>,
  { id: caseId, prompt_id, category }: Case,
  ground: Ground,
  barrable: Barrable,
): Promise<void> {
  await barPicture(trx, prompt_id as number, barrable);
  const reported = category && BARRING_CATEGORIES.includes(category) ? category : ground;
  await jobs.send(trx, BARRED_QUEUE, {
    hash: barrable.hash,
    category: reported as Category,
    caseId,
  } satisfies BarredJob);
}

type BarrableCase = Pick<Case, "prompt_id" | "category">;

/** The prompt has another picture, or the case another category, than when the bar was prepared. */
class OutdatedPreparation extends Error {}

const isBarring = ({ prompt_id, category }: BarrableCase, action: Action, ground: Ground): boolean =>
  action === "remove" &&
  prompt_id !== null &&
  (BARRING_GROUNDS.includes(ground) || (category !== null && BARRING_CATEGORIES.includes(category)));

/** Requires that the preparation is for the locked prompt as it is now; otherwise `withBar` prepares again. */
export function requireUpToDate(
  row: BarrableCase,
  target: TargetNow | undefined,
  { action, ground, barrable }: { action: Action; ground: Ground; barrable: Barrable | undefined },
): void {
  const picture = isBarring(row, action, ground) ? target?.snapshot.image?.image_hash : undefined;
  if (picture !== barrable?.hash) throw new OutdatedPreparation();
}

/** Restoring an account indexes all its prompts anew, which may take seconds. */
const inDecisionTransaction = <T>(
  ctx: Context,
  action: Action,
  work: (trx: Transaction<DB>) => Promise<T>,
) => (action === "restore" ? inLongTransaction(ctx, work) : inTransaction(ctx.db, work));

/**
 * Runs a transaction with the preparations for barring the prompt's picture, if the decision bars it.
 * @param read the case before it is locked
 */
export async function withBar<T>(
  ctx: Context,
  { action, ground }: { action: Action; ground: Ground },
  read: () => Promise<BarrableCase | undefined>,
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
      return await inDecisionTransaction(ctx, action, (trx) => run(trx, barrable));
    } catch (error) {
      if (!(error instanceof OutdatedPreparation)) throw error;
    }
  }
}
