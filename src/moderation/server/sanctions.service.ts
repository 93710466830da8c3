/** Reports made in bad faith: a warning, then a pause of reporting, as decisions about the member who made them. */
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { toId } from "#language/text.ts";
import { type Category, type SanctionRequest, URGENT_CATEGORIES } from "#moderation/contract.ts";
import { messages, reportsPaused } from "#moderation/messages.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { AppError } from "#platform/http/errors.ts";
import { formatDate } from "#ui/dates.ts";
import { pauseEnd } from "./appealable.ts";
import { logDecision } from "./audit-log.service.ts";
import { selectCase } from "./cases.queries.ts";
import { insertDecision } from "./decisions.queries.ts";
import { findConflict, isConcerned } from "./moderators.service.ts";
import { selectReportOf, selectSanctions, touchCase } from "./sanctions.queries.ts";
import { caseNotFound, readStanding, refused, reportNotFound } from "./standing.ts";
import { enqueueStatements } from "./statements.ts";
import { findTarget } from "./target-types.ts";
import { lockCaseOf } from "./targets.ts";

type Sanction = Awaited<ReturnType<typeof selectSanctions>>[number];

/** What can be decided about the member who made a report: one thing for each, and a warning comes first. */
export function possibleSanctions(standing: Sanction[], reportId: number): SanctionRequest["action"][] {
  if (standing.some(({ report_id }) => report_id === reportId)) return [];
  return standing.some(({ action }) => action === "warn") ? ["warn", "pause"] : ["warn"];
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
    const standing = await readStanding(trx, ctx, own);
    if (standing.account?.isAdmin) throw refused("own_account", messages.ownAccount);
    if (
      (await isConcerned(trx, own, moderator)) ||
      (await findConflict(trx, caseId, moderator)) ||
      (await findConflict(trx, own.id, moderator, standing))
    )
      throw refused("own_case", messages.ownCase);
    const earlier = await selectSanctions(trx, [reporter.author_id]);
    if (!possibleSanctions(earlier, report.id).includes(action))
      throw refused("action_impossible", messages.sanctionImpossible);
    const decision = await insertDecision(trx, {
      case_id: own.id,
      report_id: report.id,
      action,
      ground: "reports",
      reason,
      decided_as: moderator.isAdmin ? "admin" : "moderator",
      decided_by: moderator.id,
      decided_by_username: moderator.username,
    });
    await logDecision(trx, moderator, own, { action, reason });
    const to = { author: true, reporter: false };
    await enqueueStatements(ctx, trx, { id: decision.id, case_id: own.id }, to);
    await touchCase(trx, own.id);
  });
  ctx.responseCache.clear();
}

/** @throws AppError 403 while the member's reporting is paused, except for what the law calls urgent */
export async function requireNoPause({ db }: Context, userId: string, category: Category): Promise<void> {
  if (URGENT_CATEGORIES.includes(category)) return;
  const pause = (await selectSanctions(db, [userId])).find(({ action }) => action === "pause");
  if (pause && pauseEnd(pause) > new Date())
    throw new AppError(403, "reports_paused", reportsPaused(formatDate(pauseEnd(pause))));
}
