/** Who may appeal against which decision, and until when. */
import { type Action, APPEAL_DAYS } from "#moderation/contract.ts";

export type Side = "author" | "reporter";

interface Decided {
  id: number;
  action: string;
  decided_as: string;
  overturned_by: number | null;
  created_at: Date;
}

/** Decisions against each side. An author contests the hiding by a report too, before a person has decided. */
const AGAINST: Record<Side, readonly Action[]> = {
  author: ["hide", "remove", "warn", "block"],
  reporter: ["keep", "restore", "warn"],
};

/** @param isAnswer whether the decision answers an appeal of the same side: that one is the last */
export function isContestable(
  side: Side,
  { action, overturned_by }: Pick<Decided, "action" | "overturned_by">,
  isAnswer: boolean,
): boolean {
  return overturned_by === null && !isAnswer && (AGAINST[side] as readonly string[]).includes(action);
}

export function appealEnd({ created_at }: Pick<Decided, "created_at">): Date {
  return new Date(created_at.getTime() + APPEAL_DAYS * 24 * 60 * 60 * 1000);
}

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
