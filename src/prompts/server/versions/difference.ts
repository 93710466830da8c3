/** Compares two texts by words, within a bound of work. */
import { diffWordsWithSpace } from "diff";
import type { Comparison, Stretch } from "#prompts/versions.ts";

/**
 * Words that may be added and removed together. Above it nobody reads a text by its differences, and the work, in which the
 * event loop stands still, grows with the square of this number: 50 ms for the longest texts. No clock, which would show texts
 * whole because the machine is busy.
 */
const MOST_EDITS = 600;

const whole = (text: string, change: "added" | "removed"): Stretch[] => (text ? [{ text, change }] : []);

/** @returns the stretches of both texts in order, or both whole when they are too different */
export function compareTexts(before: string, after: string): Comparison {
  const changes =
    before && after ? diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS }) : undefined;
  if (!changes) {
    const isWhole = before !== "" && after !== "";
    return { stretches: [...whole(before, "removed"), ...whole(after, "added")], whole: isWhole };
  }
  const stretches = changes.map(({ value, added, removed }) => ({
    text: value,
    ...(added && { change: "added" as const }),
    ...(removed && { change: "removed" as const }),
  }));
  return { stretches, whole: false };
}
