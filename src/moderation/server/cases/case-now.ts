/** A case as it is: restrictions in force, reports and appeals that wait, and possible decisions. */
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { findContacts } from "#accounts/server/users/users.shared.queries.ts";
import type { DecisionRequest } from "#moderation/cases-contract.ts";
import type { Action } from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import { refused, targetGone } from "#moderation/server/errors.ts";
import { hasUndecidedReports } from "#moderation/server/notices/statements.queries.ts";
import type { Context } from "#platform/context.ts";
import type { Case } from "./cases.queries.ts";
import {
  type DecisionRow,
  selectDecisionsOf,
  selectRestrictions,
  selectWaitingAppeals,
} from "./decisions.queries.ts";
import { isModerator } from "./moderators.queries.ts";
import { findTargetOf, type TargetNow, targetView } from "./target-types.ts";
import { type CaseState, conditionOf, isForAdmin, possibleChoices, type Restriction } from "./transition.ts";

/** The state that decisions depend on, with the target. */
export interface CaseNow extends CaseState {
  /** Undefined when it is gone. */
  target: TargetNow | undefined;
  /** The author's; undefined when it is gone. */
  account: Awaited<ReturnType<typeof findContacts>>[number] | undefined;
  /** The newest first. */
  decisions: DecisionRow[];
  appeals: Awaited<ReturnType<typeof selectWaitingAppeals>>;
}

export async function readCaseNow(db: Context["db"], { config }: Context, row: Case): Promise<CaseNow> {
  const target = await findTargetOf(db, row);
  const [account] = await findContacts(db, [row.author_id]);
  return {
    id: row.id,
    type: targetView(row).type,
    isOpen: row.state === "open",
    hasNewReports: await hasUndecidedReports(db, row.id),
    targetExists: target !== undefined,
    author: account
      ? { isAdmin: account.email === config.adminEmail, isModerator: await isModerator(db, row.author_id) }
      : null,
    restrictions: await readRestrictions(db, row, target, account),
    target,
    account,
    decisions: await selectDecisionsOf(db, row.id),
    appeals: await selectWaitingAppeals(db, row.id),
  };
}

/** A deleted target has no restrictions: its author or a job has deleted it. */
async function readRestrictions(
  db: Context["db"],
  row: Case,
  target: CaseNow["target"],
  account: CaseNow["account"],
): Promise<Restriction[]> {
  const isRemoved = account !== undefined && account.removed_at !== null;
  const isBlocked = (isRemoved ? account.blocked_before_removal : account?.is_blocked) === true;
  const isHidden = target !== undefined && isHiddenByItself(target);
  const decided = (await selectRestrictions(db, row)).filter((one) => {
    const { contentHidden, accountRemoved, blocked } = conditionOf([one]);
    return (!contentHidden || isHidden) && (!accountRemoved || isRemoved) && (!blocked || isBlocked);
  });
  const restrictions: Restriction[] = decided.map(({ is_automatic, ...one }) => ({
    ...one,
    is_provisional: is_automatic && row.hidden_automatically,
  }));
  const undecided = { decision_id: null, delete_at: null };
  if (target?.inReview)
    restrictions.push({ ...undecided, kind: "hidden", case_id: row.id, is_provisional: true });
  if (isBlocked && !conditionOf(restrictions).blocked)
    restrictions.push({ ...undecided, kind: "blocked", case_id: null, is_provisional: false });
  return restrictions;
}

/** Whether moderation has taken content away, and not only with its author. */
export const isHiddenByItself = ({ hidden, hiddenWithAuthor }: TargetNow) => hidden && !hiddenWithAuthor;

/** @throws AppError 409 `own_account` where a moderator would take away what the admin has published */
export function requireNotAdmins(now: CaseNow, moderator: Viewer, action: Action): void {
  if (!moderator.isAdmin && isForAdmin(now, action)) throw refused("own_account", messages.adminsContent);
}

/** @throws AppError why a decision is not possible */
export function requirePossible(now: CaseNow, moderator: Viewer, action: DecisionRequest["action"]): void {
  if (possibleChoices(now, moderator).includes(action)) return;
  requireNotAdmins(now, moderator, action);
  if (action === "warn" || action === "block") {
    if (!now.author) throw targetGone();
    if (now.author.isAdmin) throw refused("own_account", messages.ownAccount);
  } else if (!now.target && action !== "keep") throw targetGone();
  if (action === "restore") throw refused("nothing_to_restore", messages.nothingToRestore);
  throw refused("action_impossible", messages.actionImpossible);
}
