/** Appeals: one of each side against a decision, within its time. They open the case again. */
import type { Transaction } from "kysely";
import { toId } from "#language/text.ts";
import { APPEAL_HOURS } from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import { refused, reportNotFound } from "#moderation/server/errors.ts";
import { selectDecisionsWithStatementTo } from "#moderation/server/notices/statements.queries.ts";
import { preserve } from "#moderation/server/records/preservation.service.ts";
import { findReport } from "#moderation/server/reports/reports.service.ts";
import type { Context } from "#platform/context.ts";
import { brokenUniqueKey, inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { appealEnd, isContestable } from "./appealable.ts";
import { lockCase, openCase } from "./cases.queries.ts";
import {
  type DecisionRow,
  insertAppeal,
  isAnswerTo,
  selectDecision,
  selectDecisionsOf,
} from "./decisions.queries.ts";
import type { Side } from "./transition.ts";

const decisionNotFound = () => new AppError(404, "decision_not_found", messages.decisionNotFound);

/**
 * The author's appeal.
 * @param userId of the caller: others' decisions do not exist for them
 * @throws AppError 404; 409 `already_appealed`, `appeal_late`, `not_appealable`; 429
 */
export async function appealAsAuthor(
  ctx: Context,
  userId: string,
  decisionId: string,
  text: string,
): Promise<void> {
  await ctx.rateLimits.consume("appealPerAccount", userId);
  const id = toId(decisionId);
  const found = id && (await selectDecision(ctx.db, id));
  if (!found || found.author_id !== userId) throw decisionNotFound();
  const pick = async (all: DecisionRow[]) => all.find((one) => one.id === id);
  await appeal(ctx, found.case_id, { side: "author", text, pick });
}

/**
 * A reporter's appeal, against the last decision of which there was a notice to the reporter.
 * @param ip the caller's address
 * @throws AppError 404; 409 `not_decided`, `already_appealed`, `appeal_late`, `not_appealable`; 429
 */
export async function appealAsReporter(ctx: Context, code: string, text: string, ip: string): Promise<void> {
  await ctx.rateLimits.consume("appealPerAddress", ip);
  const { id, case_id } = await findReport(ctx, code);
  const pick = async (all: DecisionRow[], trx: Transaction<DB>) => {
    const statements = await selectDecisionsWithStatementTo(trx, id);
    return all.find((one) => statements.has(one.id));
  };
  await appeal(ctx, case_id, { side: "reporter", reportId: id, text, pick });
}

interface Appeal {
  side: Side;
  reportId?: number;
  text: string;
  /** The decision appealed against, among those of the case, newest first. */
  pick(decisions: DecisionRow[], trx: Transaction<DB>): Promise<DecisionRow | undefined>;
}

async function appeal(ctx: Context, caseId: number, { side, reportId, text, pick }: Appeal): Promise<void> {
  try {
    await inTransaction(ctx.db, async (trx) => {
      const row = await lockCase(trx, caseId);
      if (!row) throw side === "reporter" ? reportNotFound() : decisionNotFound();
      const decision = await pick(await selectDecisionsOf(trx, caseId), trx);
      if (!decision) throw refused("not_decided", messages.notDecided);
      await requireContestable(trx, side, decision);
      const report_id = reportId ?? null;
      await insertAppeal(trx, { decision_id: decision.id, side, report_id, text });
      await openCase(trx, caseId, { hours: APPEAL_HOURS });
      await preserve(trx, row);
    });
  } catch (error) {
    if (brokenUniqueKey(error)) throw refused("already_appealed", messages.alreadyAppealed);
    throw error;
  }
}

async function requireContestable(trx: Transaction<DB>, side: Side, decision: DecisionRow): Promise<void> {
  if (!isContestable(side, decision, await isAnswerTo(trx, decision.id, side)))
    throw refused("not_appealable", messages.notAppealable);
  if (appealEnd(decision) <= new Date()) throw refused("appeal_late", messages.appealLate);
}
