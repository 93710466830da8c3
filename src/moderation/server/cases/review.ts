/** Prompts of new authors that wait for a moderator, where the operator wants it: each becomes a case (decision 40). */
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { PERSISTENT } from "#platform/jobs.ts";
import { REVIEW_QUEUE, type ReviewJob } from "#prompts/server/hiding.service.ts";
import { openCase, setHiddenAutomatically } from "./cases.queries.ts";
import { findPrompt } from "./target-types.ts";
import { lockCaseOf, reportedNow } from "./targets.ts";

const REVIEW_HOURS = 24;

export async function workOnReviews(ctx: Context): Promise<void> {
  await ctx.jobs.work<ReviewJob>(REVIEW_QUEUE, PERSISTENT, ({ promptId }) => takeUpForReview(ctx, promptId));
}

/** Opens the case of a prompt that waits for its review; again, or once it is deleted or decided, does nothing. */
export async function takeUpForReview({ db }: Pick<Context, "db">, promptId: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    const found = await findPrompt(trx, promptId);
    if (!found?.inReview) return;
    const row = await lockCaseOf(trx, found);
    // The job has run before.
    if (row.state === "open" && row.hidden_automatically) return;
    await openCase(trx, row.id, { hours: REVIEW_HOURS, reported: reportedNow(row, found) });
    await setHiddenAutomatically(trx, row.id);
  });
}
