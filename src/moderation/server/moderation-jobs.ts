/** Background jobs of moderation: reasons are mailed, old reports and texts go, what was removed is deleted for good. */
import type { Transaction } from "kysely";
import { barAddress } from "#accounts/server/sign-up/barred-addresses.ts";
import { lockAccount } from "#accounts/server/users/users.shared.queries.ts";
import { removeUser } from "#members/server/removal.service.ts";
import { CONFIRMATION_DAYS, NAMES_MONTHS, RESTORE_DAYS } from "#moderation/contract.ts";
import { workOnBarred } from "#moderation/server/cases/barred-prompts.ts";
import {
  forgetNames,
  forgetSnapshots,
  lockCase,
  selectForgettable,
  type TargetIds,
} from "#moderation/server/cases/cases.queries.ts";
import { forgetDue, selectDue, selectDueActions } from "#moderation/server/cases/decisions.queries.ts";
import { workOnReviews } from "#moderation/server/cases/review.ts";
import { CONTENT, contentOf, targetView } from "#moderation/server/cases/target-types.ts";
import { workOnStatements } from "#moderation/server/notices/statements.ts";
import { deletePreservedPrompts, endPreservation } from "#moderation/server/records/preservation.queries.ts";
import { deleteUnconfirmed, forgetReporters } from "#moderation/server/reports/reports.queries.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { workOffDue } from "#platform/due-work.ts";
import { removeHiddenPromptsOf } from "#prompts/server/removal.service.ts";

/** Cases found at a time. */
const BATCH = 100;
/** Earlier states of prompts deleted at a time. */
const PRESERVED_AT_A_TIME = 1000;

export async function startModerationJobs(ctx: Context): Promise<void> {
  await workOnStatements(ctx);
  await workOnReviews(ctx);
  await workOnBarred(ctx);
  await ctx.jobs.schedule("clear-reports", "29 * * * *", () => deleteUnconfirmed(ctx.db, CONFIRMATION_DAYS));
  await ctx.jobs.schedule("forget-reported", "43 5 * * *", () => forgetReported(ctx));
  await ctx.jobs.schedule("delete-removed", "37 * * * *", (signal) => deleteRemoved(ctx, signal));
}

/** Forgets what is kept for a time only: texts of what was reported, who reported and why, and the names in a case. */
export async function forgetReported({ db }: Pick<Context, "db">): Promise<void> {
  await endPreservation(db);
  const due = await selectForgettable(db, RESTORE_DAYS);
  for (const [type, { hiddenAmong }] of Object.entries(CONTENT)) {
    const cases = due.filter((row) => targetView(row).type === type);
    const idOf = (row: TargetIds) => Number(targetView(row).id);
    // Their authors may still contest, and moderation restore.
    const hidden = new Set(await hiddenAmong(db, cases.map(idOf)));
    const ids = cases.flatMap((row) => (hidden.has(idOf(row)) ? [] : row.id));
    await forgetSnapshots(db, ids, RESTORE_DAYS);
  }
  await forgetReporters(db, NAMES_MONTHS);
  await forgetNames(db, NAMES_MONTHS);
  while ((await deletePreservedPrompts(db, PRESERVED_AT_A_TIME)) === PRESERVED_AT_A_TIME);
}

/** Deletes a removed account with everything it owns, unless its owner has done so. Its address is barred as by its owner's. */
async function deleteAccount(trx: Transaction<DB>, ctx: Context, id: string): Promise<void> {
  const user = await lockAccount(trx, id);
  if (!user?.removed_at) return;
  await removeUser(trx, ctx.jobs, user);
  await barAddress(ctx, trx, user.email);
}

/**
 * Deletes for good what was removed and is due. Each case in a transaction of its own, under the lock of its case: a
 * restore at the same moment, or another process, comes before or after it.
 */
export async function deleteRemoved(ctx: Context, signal?: AbortSignal): Promise<void> {
  let isAnyDone = false;
  await workOffDue(
    { most: BATCH, signal },
    (failed) => selectDue(ctx.db, BATCH, failed),
    async (id) => {
      await inTransaction(ctx.db, (trx) => deleteOne(ctx, trx, id));
      isAnyDone = true;
    },
  ).finally(() => isAnyDone && ctx.responseCache.clear());
}

async function deleteOne(ctx: Context, trx: Transaction<DB>, id: number): Promise<void> {
  const row = await lockCase(trx, id);
  const due = row ? await selectDueActions(trx, id) : [];
  if (!row || due.length === 0) return;
  const content = contentOf(row);
  if (content) await content.erase(trx, ctx, content.id);
  else if (due.includes("remove")) await deleteAccount(trx, ctx, row.author_id);
  else await removeHiddenPromptsOf(trx, ctx.jobs, row.author_id);
  await forgetDue(trx, id);
}
