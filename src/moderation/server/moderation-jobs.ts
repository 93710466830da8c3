/** Background jobs of moderation: unconfirmed reports and old texts go, and what was removed is deleted for good. */
import { CONFIRMATION_DAYS, PRESERVED_MONTHS, REPORTER_MONTHS, RESTORE_DAYS } from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { removePrompt } from "#prompts/server/removal.service.ts";
import { forgetSnapshots, lockCase } from "./cases.queries.ts";
import { forgetDeletions, isDue, selectDue } from "./decisions.queries.ts";
import { deleteUnconfirmed, forgetReporters } from "./reports.queries.ts";

/** Cases found at a time. */
const BATCH = 100;

export async function startModerationJobs(ctx: Context): Promise<void> {
  await ctx.jobs.schedule("clear-reports", "29 * * * *", () => deleteUnconfirmed(ctx.db, CONFIRMATION_DAYS));
  await ctx.jobs.schedule("forget-reported", "43 5 * * *", () => forgetReported(ctx));
  await ctx.jobs.schedule("delete-removed", "37 * * * *", (signal) => deleteRemoved(ctx, signal));
}

/** Forgets what is kept for a time only: texts of what was reported, and who reported without an account. */
export async function forgetReported({ db }: Pick<Context, "db">): Promise<void> {
  await forgetSnapshots(db, RESTORE_DAYS, PRESERVED_MONTHS);
  await forgetReporters(db, REPORTER_MONTHS);
}

/**
 * Deletes for good what was removed and is due. Each prompt in a transaction of its own, under the lock of its case: a
 * restore at the same moment, or another process, comes before or after it.
 */
export async function deleteRemoved(ctx: Context, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const ids = await selectDue(ctx.db, BATCH);
    for (const id of ids) {
      if (signal?.aborted) return;
      await inTransaction(ctx.db, async (trx) => {
        const row = await lockCase(trx, id);
        if (!row || !(await isDue(trx, id))) return;
        if (row.prompt_id !== null) await removePrompt(trx, ctx.jobs, row.prompt_id);
        await forgetDeletions(trx, id);
      });
    }
    if (ids.length) ctx.responseCache.clear();
    if (ids.length < BATCH) return;
  }
}
