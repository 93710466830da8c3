/**
 * Schemas for texts and lists, from forms and over the network. The checks run in order: is it a string, is it short enough,
 * and only then everything else, because later steps may take more than linear time. Of a
 * list, the entries are checked before the length.
 */
import * as z from "zod/mini";
import { messages } from "./messages.ts";

/** zod compares the `length` of anything that has one, which throws for some objects that JSON can hold. */
const isText = ({ value }: z.core.ParsePayload) => typeof value === "string";
const isList = ({ value }: z.core.ParsePayload) => Array.isArray(value);

/** Factor by which raw input may exceed the limit before tidying: outer spaces, decomposed accents. */
const UNTIDIED_FACTOR = 4;

/** Lengths are in characters (code points), as PostgreSQL counts them; each takes four bytes at most. */
interface Rules {
  max: number;
  min?: number;
  /** Applied before the exact length check. */
  tidy?: (text: string) => string;
  /** Error when the value is not a string. */
  none?: string;
  /** Error when it is too short. */
  short?: string;
  /** Error when it is too long. */
  long?: string;
}

export const trim = (text: string) => text.trim();

/** zod/mini's own length checks accept no `when`. */
const lengthChecks = (when: (payload: z.core.ParsePayload) => boolean) => {
  const told = (error: string | undefined) => ({ when, ...(error && { error: () => error }) });
  return {
    /** Aborts: no later check sees what is too long. */
    atMost: (maximum: number, error: string | undefined) =>
      new z.core.$ZodCheckMaxLength({ check: "max_length", maximum, abort: true, ...told(error) }),
    atLeast: (minimum: number, error: string | undefined) =>
      new z.core.$ZodCheckMinLength({ check: "min_length", minimum, ...told(error) }),
  };
};
const { atMost, atLeast } = lengthChecks(isText);
/** For `check()` of an array. `app/texts.test.ts` checks that the length of every list of every request is bounded so. */
export const listChecks = lengthChecks(isList);

/**
 * Schema of a text field. `app/texts.test.ts` checks that every text of every request is made here.
 * @param checks further checks; they never see a text that is too long
 */
export function text(
  { max, min = 0, tidy, none, short, long }: Rules,
  ...checks: z.core.$ZodCheck<string>[]
) {
  const tidied = tidy ? [z.overwrite(tidy), atMost(max, long)] : [];
  const least = min > 0 ? [atLeast(min, short)] : [];
  return z
    .string(none ? { error: none } : undefined)
    .check(atMost(tidy ? UNTIDIED_FACTOR * max : max, long), ...tidied, ...least, ...checks);
}

/** A path parameter. The router refuses longer ones; the handler answers 404 for what is no id. */
export const pathPart = text({ max: 300 });

/** The id that a text from outside names, such as a part of a path: digits of a safe integer above 0. */
export function toId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/**
 * Combining marks allowed in a row: normalisation is quadratic in such runs. The longest syllable in use has 8 (Tibetan), a
 * Vietnamese letter 2. The 30 of Unicode's Stream-Safe Text Format (UAX #15, section 13) would admit most "Zalgo" text.
 */
const MAX_COMBINING_MARKS = 10;
/** Includes the half-width Japanese voicing signs, which become marks when decomposed. */
const MARKS = "[\\p{M}\\uff9e\\uff9f]";
const PILED = new RegExp(`${MARKS}{${MAX_COMBINING_MARKS + 1}}`, "u");

/** Refuses piled-up combining marks in text that users publish. */
export const fewMarks = z.refine<string>((written) => !PILED.test(written), { error: messages.marksPiled });
