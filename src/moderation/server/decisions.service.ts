/** Decisions on cases: what each does to prompt and account, whom it tells, which appeals it answers. */
import type { Transaction } from "kysely";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { findContacts, lockAccount, setBlocked } from "#accounts/server/users/users.service.ts";
import { type Barrable, barPicture, liftBar, prepareBar } from "#media/server/barred-pictures.service.ts";
import {
  type Action,
  BARRING_CATEGORIES,
  BARRING_GROUNDS,
  type DecisionRequest,
  type Ground,
  PRESERVED_MONTHS,
  RESTORE_DAYS,
} from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { findPromptForModeration, hidePrompts, showPrompt } from "#prompts/server/hiding.service.ts";
import { type Case, closeCase, lockCase, selectCase } from "./cases.queries.ts";
import {
  answerAppeals,
  forgetDeletions,
  insertDecision,
  overturn,
  selectAppealsOf,
  selectDecisionsOf,
} from "./decisions.queries.ts";
import { tellAuthor, tellReporters } from "./statements.ts";
import { findTargetOf } from "./targets.ts";

type Decision = Awaited<ReturnType<typeof selectDecisionsOf>>[number];

const refused = (code: string, message: string) => new AppError(409, code, message);
const targetGone = () => refused("target_gone", messages.targetGone);
export const caseNotFound = () => new AppError(404, "case_not_found", messages.caseNotFound);

/** How a case's target and its author stand. */
export interface Standing {
  isPrompt: boolean;
  /** Of the prompt, or of the reported user. */
  exists: boolean;
  hidden: boolean;
  hiddenAutomatically: boolean;
  /** The author's account; undefined when it is gone. */
  account: { isBlocked: boolean; isAdmin: boolean } | undefined;
  decisions: Pick<Decision, "action" | "overturned_by">[];
}

export async function readStanding(db: Context["db"], { config }: Context, row: Case): Promise<Standing> {
  const target = await findTargetOf(db, row);
  const [author] = await findContacts(db, [row.author_id]);
  const isPrompt = row.prompt_id !== null;
  return {
    isPrompt,
    exists: target !== undefined,
    hidden: isPrompt ? target?.hidden === true : author?.is_blocked === true,
    hiddenAutomatically: row.hidden_automatically && target?.hidden === true,
    account: author && { isBlocked: author.is_blocked, isAdmin: author.email === config.adminEmail },
    decisions: await selectDecisionsOf(db, row.id),
  };
}

/** Decisions that can be undone, newest first: they stand, and what they did is still so. */
function undoable<D extends Standing["decisions"][number]>(
  { isPrompt, exists, hidden, account }: Standing,
  decisions: D[],
): D[] {
  return decisions.filter(({ action, overturned_by }) => {
    if (overturned_by !== null) return false;
    if (action === "hide" || action === "remove") return isPrompt && exists && hidden;
    if (action === "block") return account?.isBlocked === true;
    return action === "warn";
  });
}

/** The decisions that make sense now. */
export function possibleActions(standing: Standing): Action[] {
  const { isPrompt, exists, hidden, hiddenAutomatically, account, decisions } = standing;
  const onPrompt: Action[] = isPrompt && exists ? ["hide", "remove"] : [];
  const stays = !isPrompt || !exists || !hidden || hiddenAutomatically;
  const onAccount: Action[] =
    account && !account.isAdmin && !hiddenAutomatically
      ? account.isBlocked
        ? ["warn"]
        : ["warn", "block"]
      : [];
  return [
    ...(stays ? (["keep"] as const) : []),
    ...onPrompt,
    ...(undoable(standing, decisions).length ? (["restore"] as const) : []),
    ...onAccount,
  ];
}

/** @throws AppError why an action is not possible */
function requirePossible(standing: Standing, action: Action): void {
  if (possibleActions(standing).includes(action)) return;
  const { exists, account } = standing;
  if (action === "warn" || action === "block") {
    if (!account) throw targetGone();
    if (account.isAdmin) throw refused("own_account", messages.ownAccount);
  } else if (!exists && action !== "keep") throw targetGone();
  if (action === "restore") throw refused("nothing_to_restore", messages.nothingToRestore);
  throw refused("action_impossible", messages.actionImpossible);
}

/**
 * Decides a case, in one transaction with notices and appeals. Several windows do not overwrite each other: the decision
 * names the version of the case that was read.
 * @throws AppError 404 for an unknown case; 409 `case_changed`, `target_gone`, `own_case`, `own_account`,
 *   `nothing_to_restore`, `action_impossible`
 */
export async function decide(
  ctx: Context,
  moderator: Viewer,
  caseId: number,
  { action, ground, reason, version }: DecisionRequest,
): Promise<void> {
  const barrable = action === "remove" ? await barrableOf(ctx, caseId, ground) : undefined;
  await inTransaction(ctx.db, async (trx) => {
    const row = await lockCase(trx, caseId);
    if (!row || row.state === "pending") throw caseNotFound();
    if (row.version !== version) throw refused("case_changed", messages.caseChanged);
    if (row.author_id === moderator.id && !moderator.isAdmin) throw refused("own_case", messages.ownCase);
    const standing = await readStanding(trx, ctx, row);
    requirePossible(standing, action);
    const decisions = await selectDecisionsOf(trx, caseId);
    const undone = await act(trx, row, standing, decisions, action);
    if (barrable) await barPicture(trx, barrable);

    const isClosing = row.state === "open";
    const { id, created_at } = await insertDecision(trx, {
      case_id: caseId,
      action,
      ground,
      reason,
      category: row.category,
      decided_as: moderator.isAdmin ? "admin" : "moderator",
      decided_by: moderator.id,
      decided_by_username: moderator.username,
      delete_at: action === "remove" ? deletionOf(row, ground) : null,
      opened_at: isClosing ? row.opened_at : null,
      deadline: isClosing ? row.deadline : null,
    });
    const answered = await answer(trx, caseId, action, id);
    await overturn(trx, [...new Set([...undone, ...answered.overturned])], id);
    await closeCase(trx, caseId);

    const decided = {
      id,
      action,
      ground,
      reason,
      created_at,
      decided_as: moderator.isAdmin ? ("admin" as const) : ("moderator" as const),
    };
    if (action !== "keep" || undone.length || answered.sides.has("author"))
      await tellAuthor(ctx, trx, row, decided, answered.sides.has("author"));
    await tellReporters(ctx, trx, row, decided, answered.sides.has("reporter"));
  });
  ctx.responseCache.clear();
}

/** What bars the picture of a prompt that is removed for one of these reasons; undefined when it is not, or is gone. */
async function barrableOf(ctx: Context, caseId: number, ground: Ground): Promise<Barrable | undefined> {
  const row = await selectCase(ctx.db, caseId);
  if (!row?.prompt_id) return undefined;
  if (!BARRING_GROUNDS.includes(ground) && !BARRING_CATEGORIES.some((category) => category === row.category))
    return undefined;
  const prompt = await findPromptForModeration(ctx.db, row.prompt_id);
  return prompt && prepareBar(ctx.storage, prompt.image_hash, prompt.width);
}

/** When a removed prompt is deleted for good. */
function deletionOf({ category }: Case, ground: string): Date {
  const at = new Date();
  if (category === "child" || ground === "child") at.setUTCMonth(at.getUTCMonth() + PRESERVED_MONTHS);
  else at.setUTCDate(at.getUTCDate() + RESTORE_DAYS);
  return at;
}

/**
 * Does what an action does to prompt and account.
 * @returns the decisions that it overturns
 * @throws AppError 409 `target_gone` when the author has deleted prompt or account meanwhile
 */
async function act(
  trx: Transaction<DB>,
  row: Case,
  standing: Standing,
  decisions: Decision[],
  action: Action,
): Promise<number[]> {
  const { prompt_id, author_id, id } = row;
  if (action === "hide" || action === "remove") {
    await hidePrompts(trx, [prompt_id as number]);
    // Locked now, if it is still there.
    if (!(await findTargetOf(trx, row))) throw targetGone();
    await forgetDeletions(trx, id);
    return [];
  }
  if (action === "block") {
    await block(trx, author_id, true);
    return [];
  }
  if (action === "keep" && standing.hiddenAutomatically) {
    await showPrompt(trx, prompt_id as number);
    return hidings(standing, decisions);
  }
  if (action !== "restore") return [];
  const [last] = undoable(standing, decisions);
  if (last?.action === "block") {
    await block(trx, author_id, false);
    return decisions.filter((one) => one.action === "block" && !one.overturned_by).map((one) => one.id);
  }
  if (last?.action === "warn") return [last.id];
  if (!(await showPrompt(trx, prompt_id as number))) throw targetGone();
  const prompt = await findPromptForModeration(trx, prompt_id as number);
  if (prompt) await liftBar(trx, prompt.image_hash);
  return hidings(standing, decisions);
}

const hidings = (standing: Standing, decisions: Decision[]) =>
  undoable(standing, decisions)
    .filter(({ action }) => action === "hide" || action === "remove")
    .map(({ id }) => id);

async function block(trx: Transaction<DB>, id: string, blocked: boolean): Promise<void> {
  if (!(await lockAccount(trx, id))) throw targetGone();
  await setBlocked(trx, id, blocked);
}

/** Actions that are in the sense of each side's appeal. */
const UPHOLDING: Record<string, readonly Action[]> = {
  author: ["keep", "restore"],
  reporter: ["hide", "remove", "warn", "block"],
};

/** Answers the appeals of a case. @returns which sides had appealed, and which decisions are overturned by it */
async function answer(trx: Transaction<DB>, caseId: number, action: Action, by: number) {
  const waiting = (await selectAppealsOf(trx, caseId)).filter(({ outcome }) => outcome === null);
  const upheld = waiting.filter(({ side }) => UPHOLDING[side]?.includes(action));
  const rejected = waiting.filter((appeal) => !upheld.includes(appeal));
  const ids = (appeals: typeof waiting) => appeals.map(({ id }) => id);
  if (upheld.length) await answerAppeals(trx, ids(upheld), { by, outcome: "upheld" });
  if (rejected.length) await answerAppeals(trx, ids(rejected), { by, outcome: "rejected" });
  return {
    sides: new Set(waiting.map(({ side }) => side)),
    // A warning stands beside what a reporter has obtained.
    overturned: upheld
      .filter(({ side, against }) => side === "author" || against !== "warn")
      .map(({ decision_id }) => decision_id),
  };
}
