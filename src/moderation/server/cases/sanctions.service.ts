/** Reports made in bad faith: a warning, then a pause of reporting, as decisions about the member who made them. */
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { toId } from "#language/text.ts";
import type { SanctionRequest } from "#moderation/cases-contract.ts";
import { type Category, URGENT_CATEGORIES } from "#moderation/contract.ts";
import { messages, reportsPaused } from "#moderation/messages.ts";
import { caseNotFound, refused, reportNotFound } from "#moderation/server/errors.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { AppError } from "#platform/http/errors.ts";
import { formatDate } from "#ui/dates.ts";
import { pauseEnd } from "./appealable.ts";
import { carryOut } from "./carry-out.ts";
import { readCaseNow } from "./case-now.ts";
import { selectCase } from "./cases.queries.ts";
import { findConflict, isConcerned } from "./moderators.service.ts";
import { selectReportOf, selectSanctions } from "./sanctions.queries.ts";
import { findTarget } from "./target-types.ts";
import { lockCaseOf } from "./targets.ts";

type Sanction = Awaited<ReturnType<typeof selectSanctions>>[number];

/** Sanctions possible against the member who made a report: one for each report, and a warning comes first. */
export function possibleSanctions(earlier: Sanction[], reportId: number): SanctionRequest["action"][] {
  if (earlier.some(({ report_id }) => report_id === reportId)) return [];
  return earlier.some(({ kind }) => kind === "reporter_warned") ? ["warn", "pause"] : ["warn"];
}

/**
 * Warns the member who made a report, or pauses the member's reporting. It is a decision on the case of that member,
 * which is opened for it; what others have reported there stays undecided, and they are not told.
 * @throws AppError 404 for an unknown case or report; 409 `target_gone` for a visitor's or a deleted account's,
 *   `own_case`, `own_account`, `action_impossible`
 */
export async function sanctionReporter(
  ctx: Context,
  moderator: Viewer,
  caseId: number,
  reportId: string,
  { action, reason }: SanctionRequest,
): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const id = toId(reportId);
    const row = await selectCase(trx, caseId);
    if (!row || (await isConcerned(trx, row, moderator))) throw caseNotFound();
    const report = id && (await selectReportOf(trx, caseId, id));
    if (!report) throw reportNotFound();
    const reporter = report.reporter_id && (await findTarget(trx, "user", report.reporter_id));
    if (!reporter) throw refused("target_gone", messages.reporterGone);
    const own = await lockCaseOf(trx, reporter);
    const now = await readCaseNow(trx, ctx, own);
    if (now.author?.isAdmin) throw refused("own_account", messages.ownAccount);
    if (
      (await isConcerned(trx, own, moderator)) ||
      (await findConflict(trx, caseId, moderator)) ||
      (await findConflict(trx, own.id, moderator, now))
    )
      throw refused("own_case", messages.ownCase);
    const earlier = await selectSanctions(trx, [reporter.author_id]);
    if (!possibleSanctions(earlier, report.id).includes(action))
      throw refused("action_impossible", messages.sanctionImpossible);
    const decision = action === "warn" ? "warn_reporter" : "pause_reporting";
    const about = { report_id: report.id, category: null, ground: "reports" } as const;
    await carryOut(ctx, trx, { row: own, now, decision, by: moderator, reason, ...about });
  });
  ctx.responseCache.clear();
}

/** @throws AppError 403 while the member's reporting is paused, except for what the law calls urgent */
export async function requireNoPause({ db }: Context, userId: string, category: Category): Promise<void> {
  if (URGENT_CATEGORIES.includes(category)) return;
  const pause = (await selectSanctions(db, [userId])).find(({ kind }) => kind === "reporting_paused");
  if (pause && pauseEnd(pause) > new Date())
    throw new AppError(403, "reports_paused", reportsPaused(formatDate(pauseEnd(pause))));
}
