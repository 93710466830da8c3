/**
 * The rules of a moderation case, without a database: a case as it is and a decision give all that is different afterwards.
 * docs/moderation.md explains the model; a test checks its tables against those below.
 */
import type { Action, Remaining, TargetType } from "#moderation/contract.ts";

/**
 * Things that a restriction keeps away: the target, the author's sign-in, the whole account, or all of the author's
 * publications.
 */
type Held = "content" | "sign-in" | "account" | "publications";

/** Effects of each kind of restriction while it is in force. Nobody signs in to a removed account either. */
export const RESTRICTIONS = {
  hidden: ["content"],
  removed: ["content"],
  blocked: ["sign-in"],
  emptied: ["sign-in", "publications"],
  account_removed: ["account", "publications"],
  warned: [],
  reporter_warned: [],
  reporting_paused: [],
} as const satisfies Record<string, readonly Held[]>;
export type RestrictionKind = keyof typeof RESTRICTIONS;

/** A restriction in force. Lifted ones are not in the list. */
export interface Restriction {
  kind: RestrictionKind;
  /** The decision that made it; null for a prompt's review, and for a block that the operator made in the database. */
  decision_id: number | null;
  /** The case of that decision; null for such a block. */
  case_id: number | null;
  /** A report, a barred picture or a review hides the content, and no person has decided since. */
  is_provisional: boolean;
  /** Date on which the target is deleted for good. */
  delete_at: Date | null;
}

/** Who contests a decision. */
export type Side = "author" | "reporter";

/** An appeal without an answer. */
interface WaitingAppeal {
  id: number;
  side: Side;
  decision_id: number;
  /** The action of that decision. */
  against: Action;
}

/** All that the outcome of a decision depends on. */
export interface CaseState {
  id: number;
  type: TargetType;
  isOpen: boolean;
  /** Whether a report was confirmed since the last decision. */
  hasNewReports: boolean;
  /** Whether what the case is about still exists. */
  targetExists: boolean;
  /** Null when the account is gone. */
  author: { isAdmin: boolean; isModerator: boolean } | null;
  /** On the target, and on its author whichever case made them; the newest first. */
  restrictions: readonly Restriction[];
  appeals: readonly WaitingAppeal[];
}

/** Actions that people choose from. */
type Choice = Exclude<Action, "pause">;

/** All decisions. Those that people do not choose are stored and mailed under another action. */
export type Decision =
  | Choice
  /** By a report or a barred picture, until a person decides. */
  | "hide_provisionally"
  /** Blocks the author and takes away all that the author has published. */
  | "empty"
  /** Ends the blocks of one case, in the admin's list. */
  | "unblock"
  /** Because of a report that the user has made in bad faith. */
  | "warn_reporter"
  | "pause_reporting";

interface Rule {
  /** The action under which the decision is stored and mailed. */
  action: Action;
  makes: RestrictionKind | null;
  lifts: (state: CaseState) => Restriction[];
  /**
   * Open reports and appeals that it answers: all; only the appeals against what it lifts, if any; or none, because a
   * person has to look first.
   */
  answers: "all" | "lifted" | "none";
}

/** Restrictions that each decision makes and lifts. */
export const RULES: Record<Decision, Rule> = {
  keep: { action: "keep", makes: null, lifts: liftedByKeeping, answers: "all" },
  hide: { action: "hide", makes: "hidden", lifts: nothing, answers: "all" },
  hide_provisionally: { action: "hide", makes: "hidden", lifts: nothing, answers: "none" },
  // On a user: `account_removed`.
  remove: { action: "remove", makes: "removed", lifts: nothing, answers: "all" },
  warn: { action: "warn", makes: "warned", lifts: nothing, answers: "all" },
  block: { action: "block", makes: "blocked", lifts: nothing, answers: "all" },
  empty: { action: "block", makes: "emptied", lifts: nothing, answers: "all" },
  // On a warning or pause because of reports: "lifted". It does not answer what others have reported of that person.
  restore: { action: "restore", makes: null, lifts: liftedByRestoring, answers: "all" },
  unblock: { action: "restore", makes: null, lifts: liftedByUnblocking, answers: "lifted" },
  warn_reporter: { action: "warn", makes: "reporter_warned", lifts: nothing, answers: "lifted" },
  pause_reporting: { action: "pause", makes: "reporting_paused", lifts: nothing, answers: "lifted" },
};

type Kind = Pick<Restriction, "kind">;
const holds = ({ kind }: Kind, held: Held) => (RESTRICTIONS[kind] as readonly Held[]).includes(held);
const isBlock = (one: Kind) => holds(one, "sign-in");
/** Keeps away what a case is about: content or an account. */
const isAway = (one: Kind) => holds(one, "content") || holds(one, "account");
const isAboutReporting = ({ kind }: Kind) => kind === "reporter_warned" || kind === "reporting_paused";

const ownRestrictions = ({ id, restrictions }: CaseState) =>
  restrictions.filter(({ case_id }) => case_id === id);
const isContested = ({ appeals }: CaseState, { decision_id }: Restriction) =>
  appeals.some((appeal) => appeal.side === "author" && appeal.decision_id === decision_id);

function nothing(): Restriction[] {
  return [];
}

/** The provisional hiding, and warnings that the author contests. */
function liftedByKeeping(state: CaseState): Restriction[] {
  const isWarning = ({ kind }: Restriction) => kind === "warned" || kind === "reporter_warned";
  return ownRestrictions(state).filter(
    (one) => one.is_provisional || (isWarning(one) && isContested(state, one)),
  );
}

/**
 * The restrictions that the author contests; else the newest that keeps away or blocks; else the newest of the others.
 * All that keep away go together, and so do all blocks.
 */
function liftedByRestoring(state: CaseState): Restriction[] {
  const decided = ownRestrictions(state).filter(({ decision_id }) => decision_id !== null);
  const contested = decided.filter((one) => isContested(state, one));
  const newest = decided.find((one) => isAway(one) || isBlock(one)) ?? decided[0];
  const chosen = contested.length > 0 ? contested : decided.filter((one) => one === newest);
  return decided.filter(
    (one) =>
      chosen.includes(one) || (isAway(one) && chosen.some(isAway)) || (isBlock(one) && chosen.some(isBlock)),
  );
}

/** The case's blocks, and one that no case has made. */
function liftedByUnblocking({ id, restrictions }: CaseState): Restriction[] {
  return restrictions.filter((one) => isBlock(one) && (one.case_id === id || one.case_id === null));
}

/** Combined effect of restrictions. */
export interface Condition {
  /** Hidden by a restriction of its own, not with the author. */
  contentHidden: boolean;
  /** Apart from the removal of the account. */
  blocked: boolean;
  accountRemoved: boolean;
  publicationsHidden: boolean;
}

export const conditionOf = (restrictions: readonly Kind[]): Condition => ({
  contentHidden: restrictions.some((one) => holds(one, "content")),
  blocked: restrictions.some(isBlock),
  accountRemoved: restrictions.some((one) => holds(one, "account")),
  publicationsHidden: restrictions.some((one) => holds(one, "publications")),
});

function differenceOf(before: Condition, after: Condition): Partial<Condition> {
  const keys = Object.keys(after) as (keyof Condition)[];
  return Object.fromEntries(keys.flatMap((key) => (before[key] === after[key] ? [] : [[key, after[key]]])));
}

/** Whether something is away with its author. Results and collections of who cannot sign in are shown to nobody. */
export function isAwayWithAuthor(type: TargetType, condition: Condition): boolean {
  if (type === "result" || type === "collection") return condition.blocked || condition.accountRemoved;
  return condition.publicationsHidden;
}

/** Changes by a decision. */
export interface Transition {
  action: Action;
  made: { kind: RestrictionKind; delete_at: Date | null } | null;
  lifted: Restriction[];
  /** Older restrictions of the case that get another date of deletion. */
  redated: { decision_ids: number[]; delete_at: Date | null };
  /** Decisions that count no more: those of the lifted restrictions, and those that reporters contest with success. */
  overturned: number[];
  after: Condition;
  /** The part of `after` that was not so before: what is to be done. */
  changes: Partial<Condition>;
  /** Effects that another restriction keeps, though one with the same effect is lifted. */
  remaining: Remaining;
  appeals: { id: number; outcome: "upheld" | "rejected" }[];
  /** Whether nothing waits in the case any more. */
  closes: boolean;
  /**
   * Who gets a notice. Reporters whose appeal is answered, or who had a notice of an overturned decision, always
   * get one.
   */
  recipients: { author: boolean; newReporters: boolean };
}

/** @param deletion when something that is removed now is deleted for good, at the earliest */
export function transition(state: CaseState, decision: Decision, deletion: Date): Transition {
  const { action, lifts } = RULES[decision];
  const lifted = lifts(state);
  const made = restrictionMade(state, decision, deletion);
  const left: Kind[] = state.restrictions.filter((one) => !lifted.includes(one));
  const after = conditionOf(made ? [...left, made] : left);
  const { overturned, ...answers } = answer(state, decision, lifted);
  return {
    action,
    made,
    lifted,
    redated: redatedBy(state, made),
    overturned,
    after,
    changes: differenceOf(conditionOf(state.restrictions), after),
    remaining: remainingEffects(state, decision, lifted, after),
    ...answers,
  };
}

function restrictionMade(state: CaseState, decision: Decision, deletion: Date): Transition["made"] {
  const { makes } = RULES[decision];
  const kind = makes === "removed" && state.type === "user" ? "account_removed" : makes;
  if (!kind) return null;
  if (kind !== "removed" && kind !== "account_removed" && kind !== "emptied")
    return { kind, delete_at: null };
  // Never before a date that the author has read.
  const dates = ownRestrictions(state).map(({ delete_at }) => delete_at?.getTime() ?? 0);
  return { kind, delete_at: new Date(Math.max(deletion.getTime(), ...dates)) };
}

/** On content, the newest hiding alone has a date, if any; on an account, all its restrictions have the same date. */
function redatedBy(state: CaseState, made: Transition["made"]): Transition["redated"] {
  const isHiding = made !== null && holds(made, "content");
  const isDating = isHiding || (made !== null && made.delete_at !== null);
  const dated = ownRestrictions(state).filter(({ delete_at }) => isDating && delete_at !== null);
  return {
    decision_ids: dated.flatMap(({ decision_id }) => decision_id ?? []),
    delete_at: isHiding || made === null ? null : made.delete_at,
  };
}

function remainingEffects(
  state: CaseState,
  decision: Decision,
  lifted: Restriction[],
  after: Condition,
): Remaining {
  const isAwayStill = lifted.some(isAway) && isAwayWithAuthor(state.type, after);
  // Unblocking ends the blocks of all cases, one after the other, so none remains.
  const isBlockedStill =
    decision !== "unblock" &&
    lifted.some((one) => isBlock(one) || holds(one, "account")) &&
    (after.blocked || after.accountRemoved);
  return [...(isAwayStill ? (["away"] as const) : []), ...(isBlockedStill ? (["blocked"] as const) : [])];
}

/** Decisions that a reporter's appeal asks for. An author's asks that what it contests is lifted. */
const ASKED_BY_REPORTERS: readonly Action[] = ["hide", "remove", "warn", "block"];

/** The decision's answer to those who wait for one. */
function answer(
  state: CaseState,
  decision: Decision,
  lifted: Restriction[],
): Pick<Transition, "appeals" | "overturned" | "closes" | "recipients"> {
  const { action } = RULES[decision];
  const answers =
    decision === "restore" && lifted.every(isAboutReporting) ? "lifted" : RULES[decision].answers;
  const liftedDecisions = lifted.flatMap(({ decision_id }) => decision_id ?? []);
  const isLifted = ({ side, decision_id }: WaitingAppeal) =>
    side === "author" && liftedDecisions.includes(decision_id);
  const isUpheld = (appeal: WaitingAppeal) =>
    appeal.side === "author" ? isLifted(appeal) : ASKED_BY_REPORTERS.includes(action);

  const answered = state.appeals.filter((appeal) => answers === "all" || isLifted(appeal));
  const waits = state.isOpen && (state.hasNewReports || answered.length < state.appeals.length);
  const closes = answers === "all" || (answers === "lifted" && !waits);
  // Not warnings: they stay beside the decision that an appeal of a reporter obtains.
  const contestedByReporters = answered.filter(
    (appeal) => appeal.side === "reporter" && isUpheld(appeal) && appeal.against !== "warn",
  );
  return {
    appeals: answered.map((appeal) => ({ id: appeal.id, outcome: isUpheld(appeal) ? "upheld" : "rejected" })),
    overturned: [...liftedDecisions, ...contestedByReporters.map(({ decision_id }) => decision_id)],
    closes,
    recipients: {
      // That nothing changes is news only to who has contested.
      author: action !== "keep" || lifted.length > 0 || answered.some(({ side }) => side === "author"),
      newReporters: closes,
    },
  };
}

/** Who decides. */
interface Moderator {
  isAdmin: boolean;
}

/** Until a person has decided on hidden content, nothing else is decided: its author would be left without an answer. */
export const isProvisional = ({ restrictions }: CaseState) =>
  restrictions.some(({ is_provisional }) => is_provisional);
/** The author has an account that is not the admin's. */
const hasMember = ({ author }: CaseState) => author !== null && !author.isAdmin;

/** When each choice makes sense. Only the admin removes accounts, and blocks who moderates. */
const POSSIBLE: Record<Choice, (state: CaseState, by: Moderator) => boolean> = {
  keep: ({ restrictions }) => !restrictions.some((one) => holds(one, "content") && !one.is_provisional),
  hide: ({ type, targetExists }) => type !== "user" && targetExists,
  remove: (state, { isAdmin }) =>
    state.type === "user"
      ? isAdmin && hasMember(state) && !conditionOf(state.restrictions).accountRemoved
      : state.targetExists,
  restore: restoresMoreThanKeeping,
  warn: (state) => hasMember(state) && !isProvisional(state),
  block(state, { isAdmin }) {
    const { blocked, accountRemoved } = conditionOf(state.restrictions);
    const mayBlock = isAdmin || !state.author?.isModerator;
    return hasMember(state) && !isProvisional(state) && !blocked && !accountRemoved && mayBlock;
  },
};

function restoresMoreThanKeeping(state: CaseState): boolean {
  const kept = isProvisional(state) ? liftedByKeeping(state) : [];
  return liftedByRestoring(state).some((one) => !kept.includes(one));
}

/** Only the admin takes away what the admin has published. */
export const isForAdmin = ({ author }: CaseState, action: Action): boolean =>
  author?.isAdmin === true && (action === "hide" || action === "remove");

/** The choices that make sense now, and are the moderator's. */
export function possibleChoices(state: CaseState, by: Moderator): Choice[] {
  const choices: Choice[] =
    state.type === "user"
      ? ["keep", "restore", "warn", "block", "remove"]
      : ["keep", "hide", "remove", "restore", "warn", "block"];
  return choices.filter(
    (choice) => POSSIBLE[choice](state, by) && (by.isAdmin || !isForAdmin(state, choice)),
  );
}

/** Decisions after which what was visible is still there. */
export const LEAVING_VISIBLE: readonly Action[] = ["keep", "restore", "warn", "block"];
