/** Decisions on cases: what each does to prompt and account, whom it tells, which appeals it answers. */
import type { Transaction } from "kysely";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { lockAccount } from "#accounts/server/users/users.service.ts";
import { type Barrable, serveAgain } from "#media/server/barred-pictures.service.ts";
import {
  type Action,
  type DecisionRequest,
  deletionDate,
  type Ground,
  isAboutChildren,
} from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { logDecision } from "./audit-log.service.ts";
import { bar } from "./barred-prompts.ts";
import { type Case, closeCase, lockCase, renewSnapshot, selectCase } from "./cases.queries.ts";
import {
  answerAppeals,
  insertDecision,
  overturn,
  postponeDeletions,
  type Waiting,
} from "./decisions.queries.ts";
import { act, type Deed } from "./effects.service.ts";
import { dismissBlocked, findConflict, isConcerned } from "./moderators.service.ts";
import { requireItsBar, withBar } from "./prepared-bar.ts";
import { preserve } from "./preservation.service.ts";
import { touchCase } from "./sanctions.queries.ts";
import { caseNotFound, readStanding, refused, requirePossible, type Standing } from "./standing.ts";
import { hasUndecidedReports } from "./statements.queries.ts";
import { enqueueStatements } from "./statements.ts";
import { caseVersion, contentHash, lockContent, reportedNow } from "./targets.ts";

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
    const standing = await readStanding(trx, ctx, row);
    const now = caseVersion(row, standing.target);
    // Of what is gone it has only the case's part: what can still be decided then is told apart below.
    if (standing.target ? version !== now : !version.startsWith(now))
      throw refused("case_changed", messages.caseChanged);
    if (await findConflict(trx, caseId, by, standing)) throw refused("own_case", messages.ownCase);
    requirePossible(standing, by, action);
    await carryOut(ctx, trx, { row, standing, by, action, ground, reason, barrable });
  });
  ctx.responseCache.clear();
}

/** Until the commit the target stays what is decided on. The account comes before what it has published, as in every edit. */
export async function lockTarget(trx: Transaction<DB>, row: Case, action: Action): Promise<void> {
  if (row.reported_user_id !== null || action === "block" || action === "restore")
    await lockAccount(trx, row.author_id);
  await lockContent(trx, row);
}

/** A decision on a locked case, and who says what. */
interface Decided extends Deed {
  by: Viewer;
  ground: Ground;
  /** The reason for the log, if another one. */
  logged?: string | null;
  barrable: Barrable | undefined;
}

/** When what a decision removes is deleted for good: not before what an earlier one of its case has told. */
function deletionOf({ row, standing, action, ground, takesContent }: Decided): Date | null {
  if (action !== "remove" && !takesContent) return null;
  const told = standing.decisions.map(({ delete_at }) => delete_at?.getTime() ?? 0);
  return new Date(Math.max(deletionDate(row.category, ground).getTime(), ...told));
}

/**
 * Carries a decision out and writes it down: it overturns others, answers appeals, closes the case, is logged, and tells both
 * sides. Clear the response cache afterwards.
 * @returns how many prompts it has hidden with their author; undefined when it has changed nothing
 * @throws AppError 409 `target_gone` when the author has deleted prompt or account meanwhile
 */
export async function carryOut(
  ctx: Context,
  trx: Transaction<DB>,
  deed: Decided,
): Promise<{ prompts: number } | undefined> {
  const { row, standing, by, action, ground, reason, logged = reason, barrable } = deed;
  const { target, account, waiting } = standing;
  requireItsBar(row, target, deed);
  if (barrable) await bar(ctx, trx, row, ground, barrable);
  const { undone, prompts, unblocks, still, shows } = await act(trx, deed);
  if (action === "block" && account?.isBlocked && prompts === 0) return undefined;
  if (action === "block" || (action === "remove" && standing.isUser)) await dismissBlocked(trx, by, row);
  const image = target?.snapshot.image;
  // Not by what is kept before the job has hidden it: nobody has judged the picture then.
  if (image && shows) await serveAgain(trx, image.image_hash);
  // Who ends a block in a list, or takes back what was decided about a report in bad faith, decides on nothing else there.
  const isAside = deed.unblocks || (action === "restore" && undone.every((id) => isSanction(standing, id)));
  const answered = isAside ? waiting.filter((one) => isUndone(one, undone)) : waiting;
  const staysOpen =
    isAside &&
    row.state === "open" &&
    (answered.length < waiting.length || (await hasUndecidedReports(trx, row.id)));
  const isClosing = row.state === "open" && !staysOpen;
  const delete_at = deletionOf(deed);
  if (delete_at) await postponeDeletions(trx, row.id, delete_at);
  const { id } = await insertDecision(trx, {
    case_id: row.id,
    action,
    ground,
    reason,
    category: row.category,
    content_hash: target ? contentHash(target) : null,
    decided_as: by.isAdmin ? "admin" : "moderator",
    decided_by: by.id,
    decided_by_username: by.username,
    delete_at,
    still,
    opened_at: isClosing ? row.opened_at : null,
    deadline: isClosing ? row.deadline : null,
  });
  const overturnedByReporters = await answer(trx, answered, { action, undone, by: id });
  await overturn(trx, [...undone, ...overturnedByReporters], id);
  const isAuthorTold =
    action !== "keep" || undone.length > 0 || answered.some(({ side }) => side === "author");
  const told = { author: isAuthorTold, reporter: true };
  await enqueueStatements(ctx, trx, { id, case_id: row.id }, told, { closes: !staysOpen });
  await (staysOpen ? touchCase(trx, row.id) : closeCase(trx, row.id));
  // Evidence of what was decided on, which may not be what was reported.
  if (target && isAboutChildren(row.category, ground))
    await renewSnapshot(trx, row.id, reportedNow(row, target));
  await preserve(trx, row);
  await logDecision(trx, by, row, { action, reason: logged, prompts, unblocks });
  return { prompts };
}

/** Actions that are in the sense of a reporter's appeal; an author's is upheld when its decision is undone. */
const UPHOLDING_REPORTERS: readonly Action[] = ["hide", "remove", "warn", "block"];

const isSanction = ({ decisions }: Standing, id: number) =>
  decisions.some((one) => one.id === id && one.ground === "reports");
/** Whether an author's appeal is against one of the decisions that are undone. */
const isUndone = ({ side, decision_id }: Waiting, undone: number[]) =>
  side === "author" && undone.includes(decision_id);

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

/** Answers the waiting appeals. @returns the decisions that reporters have overturned by it */
async function answer(
  trx: Transaction<DB>,
  waiting: Waiting[],
  { action, undone, by }: { action: Action; undone: number[]; by: number },
): Promise<number[]> {
  const upheld = waiting.filter((one) =>
    one.side === "author" ? isUndone(one, undone) : UPHOLDING_REPORTERS.includes(action),
  );
  await answerAppeals(trx, by, idsOf(waiting), idsOf(upheld));
  // A warning stands beside what a reporter has obtained.
  return upheld
    .filter(({ side, against }) => side === "reporter" && against !== "warn")
    .map(({ decision_id }) => decision_id);
}
