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
import { findPromptForModeration, hidePrompt, showPrompt } from "#prompts/server/hiding.service.ts";
import { type Case, closeCase, lockCase, selectCase } from "./cases.queries.ts";
import {
  answerAppeals,
  forgetDeletions,
  insertDecision,
  overturn,
  selectAppealsOf,
  selectDecisionsOf,
} from "./decisions.queries.ts";
import { selectReportersOf } from "./reports.queries.ts";
import { tellAuthor, tellReporters } from "./statements.ts";
import { type Found, findTargetOf } from "./targets.ts";

type Appeal = Awaited<ReturnType<typeof selectAppealsOf>>[number];
type Decision = Awaited<ReturnType<typeof selectDecisionsOf>>[number];

const refused = (code: string, message: string) => new AppError(409, code, message);
const targetGone = () => refused("target_gone", messages.targetGone);
export const caseNotFound = () => new AppError(404, "case_not_found", messages.caseNotFound);

/** How a case's target and its author stand. */
export interface Standing {
  isPrompt: boolean;
  /** The prompt or the reported user, as it is now; undefined when it is gone. */
  target: Found | undefined;
  hidden: boolean;
  hiddenAutomatically: boolean;
  /** The author's account; undefined when it is gone. */
  account: { isBlocked: boolean; isAdmin: boolean } | undefined;
  /** Newest first. */
  decisions: Decision[];
}

export async function readStanding(db: Context["db"], { config }: Context, row: Case): Promise<Standing> {
  const target = await findTargetOf(db, row);
  const [author] = await findContacts(db, [row.author_id]);
  const isPrompt = row.prompt_id !== null;
  return {
    isPrompt,
    target,
    hidden: isPrompt ? target?.hidden === true : author?.is_blocked === true,
    hiddenAutomatically: row.hidden_automatically && target?.hidden === true,
    account: author && { isBlocked: author.is_blocked, isAdmin: author.email === config.adminEmail },
    decisions: await selectDecisionsOf(db, row.id),
  };
}

/** Decisions that can be undone, newest first: they stand, and what they did is still so. */
function undoable({ isPrompt, target, hidden, account, decisions }: Standing): Decision[] {
  return decisions.filter(({ action, overturned_by }) => {
    if (overturned_by !== null) return false;
    if (action === "hide" || action === "remove") return isPrompt && target !== undefined && hidden;
    if (action === "block") return account?.isBlocked === true;
    return action === "warn";
  });
}

/** The decisions that make sense now. */
export function possibleActions(standing: Standing): Action[] {
  const { isPrompt, target, hidden, hiddenAutomatically, account } = standing;
  const onPrompt: Action[] = isPrompt && target ? ["hide", "remove"] : [];
  const stays = !isPrompt || !target || !hidden || hiddenAutomatically;
  const onAccount: Action[] =
    account && !account.isAdmin && !hiddenAutomatically
      ? account.isBlocked
        ? ["warn"]
        : ["warn", "block"]
      : [];
  return [
    ...(stays ? (["keep"] as const) : []),
    ...onPrompt,
    ...(undoable(standing).length ? (["restore"] as const) : []),
    ...onAccount,
  ];
}

/** @throws AppError why an action is not possible */
function requirePossible(standing: Standing, action: Action): void {
  if (possibleActions(standing).includes(action)) return;
  const { target, account } = standing;
  if (action === "warn" || action === "block") {
    if (!account) throw targetGone();
    if (account.isAdmin) throw refused("own_account", messages.ownAccount);
  } else if (!target && action !== "keep") throw targetGone();
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
    const standing = await readStanding(trx, ctx, row);
    const waiting = (await selectAppealsOf(trx, caseId)).filter(({ outcome }) => outcome === null);
    if (!moderator.isAdmin && (await isParty(trx, row, moderator.id, standing.decisions, waiting)))
      throw refused("own_case", messages.ownCase);
    requirePossible(standing, action);
    const undone = await act(trx, row, standing, contestedFirst(undoable(standing), waiting), action);
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
    const answered = await answer(trx, waiting, { action, undone, by: id });
    await overturn(trx, [...undone, ...answered.overturned], id);
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

/** Whether a moderator is the author, has reported the target, or has taken a decision that is appealed against now. */
async function isParty(
  trx: Transaction<DB>,
  { id, author_id }: Case,
  moderatorId: string,
  decisions: Decision[],
  waiting: Appeal[],
): Promise<boolean> {
  if (author_id === moderatorId) return true;
  const appealed = waiting.map(({ decision_id }) => decision_id);
  if (decisions.some((one) => one.decided_by === moderatorId && appealed.includes(one.id))) return true;
  return (await selectReportersOf(trx, id)).some(({ reporter_id }) => reporter_id === moderatorId);
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

/** Decisions that can be undone, newest first, apart by whether their author's appeal waits for an answer. */
interface Undoable {
  contested: Decision[];
  all: Decision[];
}

function contestedFirst(all: Decision[], waiting: Appeal[]): Undoable {
  const contested = all.filter(({ id }) =>
    waiting.some(({ side, decision_id }) => side === "author" && decision_id === id),
  );
  return { contested, all };
}

/**
 * Does what an action does to prompt and account. Restoring undoes what the author contests, else the newest decision;
 * keeping ends the hiding by a report, and warnings that the author contests.
 * @returns the decisions that it overturns
 * @throws AppError 409 `target_gone` when the author has deleted prompt or account meanwhile
 */
async function act(
  trx: Transaction<DB>,
  row: Case,
  standing: Standing,
  { contested, all }: Undoable,
  action: Action,
): Promise<number[]> {
  const { prompt_id, author_id, id } = row;
  if (action === "hide" || action === "remove") {
    if (!(await hidePrompt(trx, prompt_id as number))) throw targetGone();
    await forgetDeletions(trx, id);
    return [];
  }
  if (action === "block") {
    await block(trx, author_id, true);
    return [];
  }
  const hidings = all.filter(isHiding);
  if (action === "keep") {
    const warnings = contested.filter((one) => one.action === "warn");
    if (!standing.hiddenAutomatically) return idsOf(warnings);
    await showPrompt(trx, prompt_id as number);
    return idsOf([...hidings, ...warnings]);
  }
  if (action !== "restore") return [];
  const undone = new Set(contested.length ? contested : all.slice(0, 1));
  if ([...undone].some((one) => one.action === "block")) {
    await block(trx, author_id, false);
    for (const one of all) if (one.action === "block") undone.add(one);
  }
  if ([...undone].some(isHiding)) {
    const prompt = await showPrompt(trx, prompt_id as number);
    if (!prompt) throw targetGone();
    await liftBar(trx, prompt.image_hash);
    for (const one of hidings) undone.add(one);
  }
  return idsOf([...undone]);
}

const isHiding = ({ action }: Decision) => action === "hide" || action === "remove";
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

async function block(trx: Transaction<DB>, id: string, blocked: boolean): Promise<void> {
  if (!(await lockAccount(trx, id))) throw targetGone();
  await setBlocked(trx, id, blocked);
}

/** Actions that are in the sense of a reporter's appeal; an author's is upheld when its decision is undone. */
const UPHOLDING_REPORTERS: readonly Action[] = ["hide", "remove", "warn", "block"];

/** Answers the waiting appeals. @returns which sides had appealed, and which decisions reporters have overturned by it */
async function answer(
  trx: Transaction<DB>,
  waiting: Appeal[],
  { action, undone, by }: { action: Action; undone: number[]; by: number },
) {
  const upheld = waiting.filter(({ side, decision_id }) =>
    side === "author" ? undone.includes(decision_id) : UPHOLDING_REPORTERS.includes(action),
  );
  const rejected = waiting.filter((appeal) => !upheld.includes(appeal));
  if (upheld.length) await answerAppeals(trx, idsOf(upheld), { by, outcome: "upheld" });
  if (rejected.length) await answerAppeals(trx, idsOf(rejected), { by, outcome: "rejected" });
  return {
    sides: new Set(waiting.map(({ side }) => side)),
    // A warning stands beside what a reporter has obtained.
    overturned: upheld
      .filter(({ side, against }) => side === "reporter" && against !== "warn")
      .map(({ decision_id }) => decision_id),
  };
}
