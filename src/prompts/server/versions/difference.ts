/** Compares two texts by words, within a bound of time. */
import { diffWordsWithSpace } from "diff";
import type { Comparison, Stretch } from "#prompts/versions.ts";

/**
 * Words that may be added and removed together. Above it nobody reads a text by its differences, and the work grows with the
 * square of this number.
 */
const MOST_EDITS = 1000;
/** Milliseconds that one comparison may take: the event loop stands still meanwhile. */
const PATIENCE_MS = 40;

const whole = (text: string, change: "added" | "removed"): Stretch[] => (text ? [{ text, change }] : []);

/** @returns the stretches of both texts in order, or both whole when they are too different */
export function compareTexts(before: string, after: string): Comparison {
  const limits = { maxEditLength: MOST_EDITS, timeout: PATIENCE_MS };
  const changes = before && after ? diffWordsWithSpace(before, after, limits) : undefined;
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
