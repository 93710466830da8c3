/** Who may appeal against which decision, and until when; and when a pause ends. */
import { type Action, APPEAL_DAYS, PAUSE_DAYS } from "#moderation/contract.ts";
import type { DecisionRow } from "./decisions.queries.ts";
import type { Side } from "./transition.ts";

type Decided = Pick<DecisionRow, "action" | "overturned_by" | "created_at">;

/** Decisions against each side. An author contests the hiding by a report too, before a person has decided. */
const AGAINST: Record<Side, readonly Action[]> = {
  author: ["hide", "remove", "warn", "block", "pause"],
  reporter: ["keep", "restore", "warn"],
};

/** @param isAnswer whether it answers an appeal of the same side against a person's decision: that one is the last */
export function isContestable(
  side: Side,
  { action, overturned_by }: Omit<Decided, "created_at">,
  isAnswer: boolean,
): boolean {
  return overturned_by === null && !isAnswer && AGAINST[side].includes(action);
}

const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * 24 * 60 * 60 * 1000);
export const appealEnd = ({ created_at }: { created_at: Date }) => daysAfter(created_at, APPEAL_DAYS);
export const pauseEnd = ({ created_at }: { created_at: Date }) => daysAfter(created_at, PAUSE_DAYS);

/**
 * The end of the time in which a side may appeal, ISO 8601; null when it may not (any more).
 * @param appealed whether it has appealed already
 */
export function appealUntil(
  side: Side,
  decision: Decided,
  { isAnswer, appealed }: { isAnswer: boolean; appealed: boolean },
): string | null {
  const end = appealEnd(decision);
  const may = isContestable(side, decision, isAnswer) && !appealed && end > new Date();
  return may ? end.toISOString() : null;
}
