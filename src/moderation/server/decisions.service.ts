/** Decisions on cases: what each does to prompt and account, whom it tells, which appeals it answers. */
import type { Transaction } from "kysely";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { lockAccount, setBlocked } from "#accounts/server/users/users.service.ts";
import { type Barrable, barPicture, liftBar, prepareBar } from "#media/server/barred-pictures.service.ts";
import { reinstateUser, withdrawUser } from "#members/server/removal.service.ts";
import {
  type Action,
  BARRING_CATEGORIES,
  BARRING_GROUNDS,
  type DecisionRequest,
  deletionDate,
  type Ground,
  isAboutChildren,
} from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import {
  findPromptForModeration,
  hidePrompt,
  hidePromptsOf,
  lockPrompts,
  showPrompt,
  showPromptsOf,
} from "#prompts/server/hiding.service.ts";
import { logDecision } from "./audit-log.service.ts";
import { type Case, closeCase, lockCase, renewSnapshot, selectCase } from "./cases.queries.ts";
import {
  type Appeal,
  answerAppeals,
  type Decision,
  forgetDeletions,
  insertDecision,
  overturn,
} from "./decisions.queries.ts";
import { findConflict, isConcerned } from "./moderators.service.ts";
import { preserve } from "./preservation.service.ts";
import {
  caseNotFound,
  readStanding,
  refused,
  requirePossible,
  type Standing,
  targetGone,
  undoable,
} from "./standing.ts";
import { enqueueStatements } from "./statements.ts";
import { caseVersion, contentHash, reportedNow } from "./targets.ts";

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
  const before = action === "remove" ? await selectCase(ctx.db, caseId) : undefined;
  const barrable = before && (await barrableOf(ctx, before, ground));
  await inTransaction(ctx.db, async (trx) => {
    const row = await lockCase(trx, caseId);
    if (!row || row.state === "pending") throw caseNotFound();
    await lockTarget(trx, row, action);
    const standing = await readStanding(trx, ctx, row);
    const now = caseVersion(row, standing.target);
    // Of what is gone it has only the case's part: what can still be decided then is told apart below.
    if (standing.target ? version !== now : !version.startsWith(now))
      throw refused("case_changed", messages.caseChanged);
    if ((await isConcerned(trx, row, by)) || (await findConflict(trx, caseId, by, standing)))
      throw refused("own_case", messages.ownCase);
    requirePossible(standing, by, action);
    await carryOut(ctx, trx, { row, standing, by, action, ground, reason, barrable });
  });
  ctx.responseCache.clear();
}

/** Until the commit the target stays what is decided on. The account comes before the prompt, as in every edit. */
export async function lockTarget(
  trx: Transaction<DB>,
  { prompt_id, author_id }: Case,
  action: Action,
): Promise<void> {
  if (prompt_id === null || action === "block" || action === "restore") await lockAccount(trx, author_id);
  if (prompt_id !== null) await lockPrompts(trx, { id: prompt_id });
}

/** What bars the picture of a prompt that is removed for one of these reasons; undefined when it is not, or is gone. */
export async function barrableOf(
  ctx: Context,
  { prompt_id, category }: Pick<Case, "prompt_id" | "category">,
  ground: Ground,
): Promise<Barrable | undefined> {
  const isBarring = BARRING_GROUNDS.includes(ground) || (category && BARRING_CATEGORIES.includes(category));
  if (prompt_id === null || !isBarring) return undefined;
  const prompt = await findPromptForModeration(ctx.db, prompt_id);
  return prompt && prepareBar(ctx.storage, prompt.image_hash, prompt.width);
}

/** A decision on a locked case. */
interface Deed {
  row: Case;
  standing: Standing;
  by: Viewer;
  action: Action;
  ground: Ground;
  reason: string;
  /** The reason for the log, if another one. */
  logged?: string | null;
  barrable: Barrable | undefined;
  /** A block hides what the user has published, to be deleted as what is removed. */
  takesContent?: boolean;
  /** Restoring ends blocks alone, whether a decision of this case has begun them or not. */
  unblocks?: boolean;
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
  deed: Deed,
): Promise<{ prompts: number } | undefined> {
  const { row, standing, by, action, ground, reason, logged = reason, barrable, takesContent } = deed;
  const { target, account, waiting } = standing;
  if (barrable && row.prompt_id !== null) await barPicture(trx, row.prompt_id, barrable);
  const { undone, prompts, unblocks } = await act(trx, deed);
  if (action === "block" && account?.isBlocked && prompts === 0) return undefined;
  const isClosing = row.state === "open";
  const { id } = await insertDecision(trx, {
    case_id: row.id,
    action,
    ground,
    reason,
    category: row.category,
    content_hash: target ? contentHash(target.snapshot) : null,
    decided_as: by.isAdmin ? "admin" : "moderator",
    decided_by: by.id,
    decided_by_username: by.username,
    delete_at: action === "remove" || takesContent ? deletionDate(row.category, ground) : null,
    opened_at: isClosing ? row.opened_at : null,
    deadline: isClosing ? row.deadline : null,
  });
  const overturnedByReporters = await answer(trx, waiting, { action, undone, by: id });
  await overturn(trx, [...undone, ...overturnedByReporters], id);
  const isAuthorTold =
    action !== "keep" || undone.length > 0 || waiting.some(({ side }) => side === "author");
  await enqueueStatements(ctx, trx, { id, case_id: row.id }, { author: isAuthorTold, reporter: true });
  await closeCase(trx, row.id);
  // Evidence of what was decided on, which may not be what was reported.
  if (target && isAboutChildren(row.category, ground))
    await renewSnapshot(trx, row.id, reportedNow(row, target));
  await preserve(trx, row);
  await logDecision(trx, by, row, { action, reason: logged, prompts, unblocks });
  return { prompts };
}

/** What a decision has done. */
interface Effect {
  /** The decisions that it overturns. */
  undone: number[];
  /** Prompts that it has hidden with their author. */
  prompts: number;
  unblocks: boolean;
}

/**
 * Does what an action does to prompt and account. Restoring undoes what the author contests, else the newest decision;
 * keeping ends the hiding by a report, and warnings that the author contests.
 */
async function act(
  trx: Transaction<DB>,
  { row: { prompt_id, author_id, id }, standing, action, takesContent = false, unblocks = false }: Deed,
): Promise<Effect> {
  const effect = (undone: number[] = [], prompts = 0): Effect => ({ undone, prompts, unblocks: false });
  if (action === "remove" && prompt_id === null) {
    const prompts = await withdrawUser(trx, author_id);
    if (prompts === undefined) throw targetGone();
    return effect([], prompts);
  }
  if (action === "hide" || action === "remove") {
    if (!(await hidePrompt(trx, prompt_id as number))) throw targetGone();
    await forgetDeletions(trx, id);
    return effect();
  }
  if (action === "block") {
    await block(trx, author_id, true);
    return effect([], takesContent ? await hidePromptsOf(trx, author_id) : 0);
  }
  const all = undoable(standing);
  const contested = all.filter((one) =>
    standing.waiting.some(({ side, decision_id }) => side === "author" && decision_id === one.id),
  );
  const hidings = all.filter(isHiding);
  if (action === "keep") {
    const warnings = contested.filter((one) => one.action === "warn");
    if (!standing.hiddenAutomatically) return effect(idsOf(warnings));
    await showPrompt(trx, prompt_id as number);
    return effect(idsOf([...hidings, ...warnings]));
  }
  if (action !== "restore") return effect();
  const undone = new Set(unblocks ? [] : contested.length ? contested : all.slice(0, 1));
  const isUnblocking = unblocks || [...undone].some((one) => one.action === "block");
  if (isUnblocking) {
    await block(trx, author_id, false);
    for (const one of all) if (one.action === "block") undone.add(one);
  }
  if ([...undone].some(isHiding)) {
    for (const one of hidings) undone.add(one);
    if (prompt_id !== null) {
      const prompt = await showPrompt(trx, prompt_id);
      if (!prompt) throw targetGone();
      await liftBar(trx, prompt.id, prompt.image_hash);
    } else if (!(await reinstateUser(trx, author_id))) throw targetGone();
  }
  // What another decision of the case still hides stays hidden.
  const hides = prompt_id === null ? all.filter(({ delete_at }) => delete_at !== null) : [];
  if (hides.some((one) => undone.has(one)) && hides.every((one) => undone.has(one)))
    await showPromptsOf(trx, author_id);
  return { ...effect(idsOf([...undone])), unblocks: isUnblocking };
}

const isHiding = ({ action }: Decision) => action === "hide" || action === "remove";
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

async function block(trx: Transaction<DB>, id: string, blocked: boolean): Promise<void> {
  if (!(await lockAccount(trx, id))) throw targetGone();
  await setBlocked(trx, id, blocked);
}

/** Actions that are in the sense of a reporter's appeal; an author's is upheld when its decision is undone. */
const UPHOLDING_REPORTERS: readonly Action[] = ["hide", "remove", "warn", "block"];

/** Answers the waiting appeals. @returns the decisions that reporters have overturned by it */
async function answer(
  trx: Transaction<DB>,
  waiting: Appeal[],
  { action, undone, by }: { action: Action; undone: number[]; by: number },
): Promise<number[]> {
  const upheld = waiting.filter(({ side, decision_id }) =>
    side === "author" ? undone.includes(decision_id) : UPHOLDING_REPORTERS.includes(action),
  );
  await answerAppeals(trx, by, idsOf(waiting), idsOf(upheld));
  // A warning stands beside what a reporter has obtained.
  return upheld
    .filter(({ side, against }) => side === "reporter" && against !== "warn")
    .map(({ decision_id }) => decision_id);
}
