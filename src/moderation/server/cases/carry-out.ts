/** Carries out a decision on a locked case: writes the changes and the records, and queues the mails. */
import type { Transaction } from "kysely";
import { setBlocked } from "#accounts/server/account/accounts.service.ts";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { lockAccount } from "#accounts/server/users/users.shared.queries.ts";
import type { Barrable } from "#media/server/barred-pictures.service.ts";
import { serveAgain } from "#media/server/barred-pictures.shared.queries.ts";
import { reinstateUser, withdrawUser } from "#members/server/removal.service.ts";
import { type Category, deletionDate, type Ground, isAboutChildren } from "#moderation/contract.ts";
import { targetGone } from "#moderation/server/errors.ts";
import { enqueueStatements } from "#moderation/server/notices/statements.ts";
import { logDecision } from "#moderation/server/records/audit-log.service.ts";
import { preserve } from "#moderation/server/records/preservation.service.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { hidePromptsOf, showPromptsOf } from "#prompts/server/hiding.service.ts";
import type { CaseNow } from "./case-now.ts";
import { type Case, closeCase, renewSnapshot, setHiddenAutomatically, touchCase } from "./cases.queries.ts";
import { answerAppeals, insertDecision, overturn, redate } from "./decisions.queries.ts";
import { dismissBlocked } from "./moderators.service.ts";
import { barAndHideOthers, requireUpToDate } from "./prepared-bar.ts";
import { contentOf } from "./target-types.ts";
import { contentHash, reportedNow } from "./targets.ts";
import { type Decision, isAwayWithAuthor, type Transition, transition } from "./transition.ts";

interface Deciding {
  row: Case;
  now: CaseNow;
  decision: Decision;
  /** Null for what the site does before a person has decided. */
  by: Viewer | null;
  ground: Ground;
  /** Null where the admin gives none. */
  reason: string | null;
  /** The category of what was reported; by default the case's. */
  category?: Category | null;
  /** The report that the user concerned has made in bad faith. */
  report_id?: number;
  /** The picture that a removal bars. */
  barrable?: Barrable | undefined;
}

/**
 * Clear the response cache afterwards.
 * @returns how many prompts it has hidden with their author; undefined when it has changed nothing
 * @throws AppError 409 `target_gone` when the author has deleted prompt or account meanwhile
 */
export async function carryOut(
  ctx: Context,
  trx: Transaction<DB>,
  { row, now, decision, by, ground, reason, barrable, report_id, ...more }: Deciding,
): Promise<{ prompts: number } | undefined> {
  const { category = row.category } = more;
  const { target } = now;
  const result = transition(now, decision, deletionDate(category, ground, Date.now()));
  const { action, made, changes, closes, appeals } = result;
  requireUpToDate(row, target, { action, ground, barrable });
  if (barrable) await barAndHideOthers(ctx, trx, row, ground, barrable);
  const prompts = await change(trx, row, result, { reason, undecided: decision === "hide_provisionally" });
  if (decision === "empty" && now.account?.is_blocked && prompts === 0) return undefined;
  // Also at the end of a block that no decision made, as the move and the operator do: the role must not come back with the account.
  const isAway = action === "block" || made?.kind === "account_removed";
  const isBack = changes.blocked === false || changes.accountRemoved === false;
  if (by && (isAway || isBack)) await dismissBlocked(ctx, trx, by, row);
  const image = target?.snapshot.image;
  // A barred picture is served again only if this decision shows a hidden prompt: a person has judged it then (decision 36).
  if (image && changes.contentHidden === false) await serveAgain(trx, image.image_hash);

  await redate(trx, result.redated);
  const isClosing = row.state === "open" && closes;
  const { id } = await insertDecision(trx, {
    ...{ case_id: row.id, action, ground, reason, category, report_id },
    content_hash: target ? contentHash(target) : null,
    decided_as: by ? (by.isAdmin ? "admin" : "moderator") : "automatic",
    decided_by: by?.id,
    decided_by_username: by?.username,
    delete_at: made?.delete_at,
    still: result.remaining,
    opened_at: isClosing ? row.opened_at : null,
    deadline: isClosing ? row.deadline : null,
  });
  await answerAppeals(trx, id, appeals);
  await overturn(trx, result.overturned, id);
  await enqueueStatements(ctx, trx, { id, case_id: row.id }, result.recipients);
  await logDecision(trx, by, row, {
    ...{ action, reason, prompts },
    unblocks: decision === "unblock" || (changes.blocked === false && !result.after.accountRemoved),
  });
  if (decision === "hide_provisionally") {
    await setHiddenAutomatically(trx, row.id);
    return { prompts };
  }
  await (closes ? closeCase(trx, row.id) : touchCase(trx, row.id));
  // Evidence of what was decided on, which may not be what was reported.
  if (target && isAboutChildren(category, ground)) await renewSnapshot(trx, row.id, reportedNow(row, target));
  await preserve(trx, row);
  return { prompts };
}

/** Does what a decision changes of content and account. @returns how many of the author's prompts it has hidden */
async function change(
  trx: Transaction<DB>,
  row: Case,
  { action, made, changes, after }: Transition,
  why: { reason: string | null; undecided: boolean },
): Promise<number> {
  const { author_id } = row;
  const content = contentOf(row);
  let prompts: number | undefined = 0;
  // Hidden content too: this ends its review, and it does not come back with its author any more.
  if (content && (made?.kind === "hidden" || made?.kind === "removed"))
    if (!(await content.hide(trx, content.id, why))) throw targetGone();
  if (content && changes.contentHidden === false) {
    const how = { withAuthor: isAwayWithAuthor(content.type, after), liftsBar: action === "restore" };
    if (!(await content.show(trx, content.id, how)) && action === "restore") throw targetGone();
  }
  if (changes.accountRemoved === false && !(await reinstateUser(trx, author_id))) throw targetGone();
  if (changes.blocked !== undefined) {
    if (!(await lockAccount(trx, author_id))) throw targetGone();
    await setBlocked(trx, author_id, changes.blocked);
  }
  if (changes.accountRemoved) prompts = await withdrawUser(trx, author_id);
  else if (changes.publicationsHidden) prompts = await hidePromptsOf(trx, author_id);
  else if (changes.publicationsHidden === false) await showPromptsOf(trx, author_id);
  if (prompts === undefined) throw targetGone();
  return prompts;
}
