/** Compares two texts by words, within a bound of work. */
import { type Change, diffWordsWithSpace } from "diff";
import type { Comparison, Stretch } from "#prompts/versions.ts";

/**
 * Words that may be added and removed together. Above it nobody reads a text by its differences, and the work, in which the
 * event loop stands still, grows with the square of this number: 50 ms for the longest texts. No clock, which would show texts
 * whole because the machine is busy.
 */
const MOST_EDITS = 600;

/**
 * Below this share of the shorter text's letters that both have, the words in common are there by chance ("de", "um"), and what
 * stands between them is no sentence. Texts that were partly rewritten have half of them and more, others a seventh.
 */
const LEAST_COMMON = 1 / 3;

const whole = (text: string, change: "added" | "removed"): Stretch[] => (text ? [{ text, change }] : []);

const countLetters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "").length;

/** Whether what two texts have in common is enough to read one by its differences from the other. */
function isReadable(before: string, after: string, changes: Change[]): boolean {
  const common = changes.reduce((sum, { value, added, removed }) => {
    return added || removed ? sum : sum + countLetters(value);
  }, 0);
  return common >= LEAST_COMMON * Math.min(countLetters(before), countLetters(after));
}

/** @returns the stretches of both texts in order, or both whole when they are too different */
export function compareTexts(before: string, after: string): Comparison {
  const changes =
    before && after ? diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS }) : undefined;
  if (!changes || !isReadable(before, after, changes)) {
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
