/** A moderator's decision on a case. */
import type { Transaction } from "kysely";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { lockAccount } from "#accounts/server/users/users.shared.queries.ts";
import {
  areAlike,
  type DecisionRequest,
  type TogetherAnswer,
  type TogetherRequest,
} from "#moderation/cases-contract.ts";
import type { Action } from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import { caseNotFound, refused } from "#moderation/server/errors.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { carryOut } from "./carry-out.ts";
import { readCaseNow, requirePossible } from "./case-now.ts";
import { type Case, lockCase, selectCase } from "./cases.queries.ts";
import { findConflict, isConcerned } from "./moderators.service.ts";
import { withBar } from "./prepared-bar.ts";
import { targetView } from "./target-types.ts";
import { caseVersion, lockContent } from "./targets.ts";

/**
 * Decides a case, in one transaction with the job that tells of it and the answers to appeals. The decision names the
 * version that was read: several windows do not overwrite each other, and nobody decides on what the author changed meanwhile.
 * @throws AppError 404 for an unknown case; 409 `case_changed`, `target_gone`, `own_case`, `own_account`,
 *   `nothing_to_restore`, `action_impossible`
 */
export async function decide(
  ctx: Context,
  by: Viewer,
  caseId: number,
  { action, ground, reason, version }: DecisionRequest,
): Promise<void> {
  const read = () => selectCase(ctx.db, caseId);
  await withBar(ctx, { action, ground }, read, async (trx, barrable) => {
    const row = await lockCase(trx, caseId);
    if (!row || row.state === "pending" || (await isConcerned(trx, row, by))) throw caseNotFound();
    await lockTarget(trx, row, action);
    const now = await readCaseNow(trx, ctx, row);
    const present = caseVersion(row, now.target);
    // A version has a part for the case and one for the target. Of a target that is gone only the first is compared.
    if (now.target ? version !== present : !version.startsWith(present))
      throw refused("case_changed", messages.caseChanged);
    if (await findConflict(trx, caseId, by, now)) throw refused("own_case", messages.ownCase);
    requirePossible(now, by, action);
    await carryOut(ctx, trx, { row, now, decision: action, by, ground, reason, barrable });
  });
  ctx.responseCache.clear();
}

/**
 * Decides several cases alike, each by itself as above: one that is refused keeps none from being decided.
 * @throws AppError 404 when one is unknown; 409 `not_alike`
 */
export async function decideTogether(
  ctx: Context,
  by: Viewer,
  { cases, ...decision }: TogetherRequest,
  onDecided: (id: number) => void,
): Promise<TogetherAnswer> {
  const rows = await Promise.all(cases.map(({ id }) => selectCase(ctx.db, id)));
  const known = rows.map((row) => {
    if (!row) throw caseNotFound();
    const author = { id: row.author_id, username: row.author_username };
    return { category: row.category, target: { ...targetView(row), author } };
  });
  if (!areAlike(known)) throw refused("not_alike", messages.notAlike);
  const answer: TogetherAnswer = { decided: [], refused: [] };
  for (const { id, version } of cases) {
    try {
      await decide(ctx, by, id, { ...decision, version });
      answer.decided.push(id);
      onDecided(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      answer.refused.push({ id, message: error.message });
    }
  }
  return answer;
}

/** Locks what is decided on until the commit; the account before what it has published, in the order of every edit. */
export async function lockTarget(trx: Transaction<DB>, row: Case, action: Action): Promise<void> {
  if (row.reported_user_id !== null || action === "block" || action === "restore")
    await lockAccount(trx, row.author_id);
  await lockContent(trx, row);
}
