/** How a case stands: its target and its author as they are now, what can be undone, and which decisions make sense. */
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { findContacts } from "#accounts/server/users/users.service.ts";
import type { Action, DecisionRequest } from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import type { Case } from "./cases.queries.ts";
import { type Decision, selectDecisionsOf, selectWaiting } from "./decisions.queries.ts";
import { isModerator } from "./moderators.queries.ts";
import { findTargetOf } from "./target-types.ts";

type Decidable = DecisionRequest["action"];

export const refused = (code: string, message: string) => new AppError(409, code, message);
export const targetGone = () => refused("target_gone", messages.targetGone);
export const caseNotFound = () => new AppError(404, "case_not_found", messages.caseNotFound);
export const reportNotFound = () => new AppError(404, "report_not_found", messages.reportNotFound);

export type Standing = Awaited<ReturnType<typeof readStanding>>;

/** Reads how a case's target and its author stand, and what has been said of them. */
export async function readStanding(db: Context["db"], { config }: Context, row: Case) {
  /** Undefined when it is gone. */
  const target = await findTargetOf(db, row);
  const [author] = await findContacts(db, [row.author_id]);
  const isUser = row.reported_user_id !== null;
  return {
    isUser,
    target,
    /** Not only with its author; of a user: blocked. */
    hidden: isUser ? author?.is_blocked === true : target?.hidden === true && !target.hiddenWithAuthor,
    hiddenAutomatically: row.hidden_automatically && target?.hidden === true,
    /** Undefined when it is gone. */
    account: author && {
      email: author.email,
      isBlocked: author.is_blocked,
      isRemoved: author.removed_at !== null,
      isAdmin: author.email === config.adminEmail,
      isModerator: await isModerator(db, row.author_id),
    },
    /** Newest first. */
    decisions: await selectDecisionsOf(db, row.id),
    /** Appeals without an answer. */
    waiting: await selectWaiting(db, row.id),
  };
}

/** Decisions that can be undone, newest first: they stand, and what they did is still so. */
export function undoable({ isUser, target, hidden, account, decisions }: Standing): Decision[] {
  return decisions.filter(({ action, overturned_by }) => {
    if (overturned_by !== null) return false;
    if (action === "hide" || action === "remove")
      return isUser ? account?.isRemoved === true : target !== undefined && hidden;
    if (action === "block") return account?.isBlocked === true;
    return action === "warn" || action === "pause";
  });
}

type Undone = Pick<Decision, "id" | "action" | "delete_at">;
export const isHiding = ({ action }: Undone) => action === "hide" || action === "remove";
export const isBlock = ({ action }: Undone) => action === "block";

/**
 * What a decision undoes: keeping ends the hiding by a report, and warnings that the author contests; restoring what the
 * author contests, else the newest decision that hides, removes or blocks, with all that has done the same, else a warning.
 */
export function undoneBy(
  standing: Standing,
  { action, unblocks = false }: { action: Action; unblocks?: boolean },
): Decision[] {
  const all = undoable(standing);
  if (unblocks) return all.filter(isBlock);
  const contested = all.filter((one) =>
    standing.waiting.some(({ side, decision_id }) => side === "author" && decision_id === one.id),
  );
  const meant =
    action === "keep"
      ? [
          ...contested.filter((one) => one.action === "warn"),
          ...all.filter((one) => standing.hiddenAutomatically && isHiding(one)),
        ]
      : contested.length
        ? contested
        : [all.find((one) => isHiding(one) || isBlock(one)) ?? all[0]].filter((one) => one !== undefined);
  return all.filter(
    (one) =>
      meant.includes(one) || (isHiding(one) && meant.some(isHiding)) || (isBlock(one) && meant.some(isBlock)),
  );
}

/** Whether restoring does anything that keeping does not. */
function restores(standing: Standing): boolean {
  const kept = standing.hiddenAutomatically ? undoneBy(standing, { action: "keep" }) : [];
  return undoneBy(standing, { action: "restore" }).some((one) => !kept.includes(one));
}

/**
 * The decisions that make sense now. Only the admin removes accounts (specification, section 6), and blocks who moderates.
 */
export function possibleActions(standing: Standing, { isAdmin }: Pick<Viewer, "isAdmin">): Decidable[] {
  const { isUser, target, hidden, hiddenAutomatically } = standing;
  const account = standing.account?.isAdmin ? undefined : standing.account;
  const stays = isUser || !target || !hidden || hiddenAutomatically;
  const judgesAccount = account && !hiddenAutomatically;
  const actions: [Decidable, unknown][] = [
    ["keep", stays],
    ["hide", !isUser && target],
    ["remove", !isUser && target],
    ["restore", restores(standing)],
    ["warn", judgesAccount],
    ["block", judgesAccount && !account.isBlocked && (isAdmin || !account.isModerator)],
    ["remove", isAdmin && isUser && account && !account.isRemoved],
  ];
  return actions.flatMap(([action, isPossible]) => (isPossible ? action : []));
}

/** @throws AppError why an action is not possible */
export function requirePossible(standing: Standing, moderator: Viewer, action: Decidable): void {
  if (possibleActions(standing, moderator).includes(action)) return;
  const { target, account } = standing;
  if (action === "warn" || action === "block") {
    if (!account) throw targetGone();
    if (account.isAdmin) throw refused("own_account", messages.ownAccount);
  } else if (!target && action !== "keep") throw targetGone();
  if (action === "restore") throw refused("nothing_to_restore", messages.nothingToRestore);
  throw refused("action_impossible", messages.actionImpossible);
}
