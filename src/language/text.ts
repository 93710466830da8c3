/**
 * How a text enters, from a form or over the network: first that it is one, then how long it is, and only then anything else.
 * Each step may then take time that grows faster than the text.
 */
import * as z from "zod/mini";
import { messages } from "./messages.ts";

/** zod measures whatever has a `length`, and an object may say anything there. */
const isText = ({ value }: z.core.ParsePayload) => typeof value === "string";

/** How much longer a text may be before it is tidied: outer spaces, accents that are not composed. */
const UNTIDIED = 4;

/** Lengths are in characters (code points), as PostgreSQL counts them; each takes four bytes at most. */
interface Rules {
  max: number;
  min?: number;
  /** What is done to it before it is measured exactly. */
  tidy?: (text: string) => string;
  /** What is said of what is no text. */
  none?: string;
  /** What is said of one that is too short. */
  short?: string;
  /** What is said of one that is too long. */
  long?: string;
}

export const trim = (text: string) => text.trim();

/** zod/mini's own length checks do not let their `when` be chosen. */
const measured = (error: string | undefined) => ({
  when: isText,
  ...(error && { error: () => error }),
});
/** Of what is longer nothing else is looked at. */
const atMost = (maximum: number, error: string | undefined) =>
  new z.core.$ZodCheckMaxLength({ check: "max_length", maximum, abort: true, ...measured(error) });
const atLeast = (minimum: number, error: string | undefined) =>
  new z.core.$ZodCheckMinLength({ check: "min_length", minimum, ...measured(error) });

/**
 * The schema of a text that enters; each in a request is made here (`app/texts.test.ts`).
 * @param checks what else must hold; they see no text that is too long
 */
export function text(
  { max, min = 0, tidy, none, short, long }: Rules,
  ...checks: z.core.$ZodCheck<string>[]
) {
  const tidied = tidy ? [z.overwrite(tidy), atMost(max, long)] : [];
  const least = min > 0 ? [atLeast(min, short)] : [];
  return z
    .string(none ? { error: none } : undefined)
    .check(atMost(tidy ? UNTIDIED * max : max, long), ...tidied, ...least, ...checks);
}

/** What stands in an address in place of an id: the router refuses longer ones, and whatever is no id names nothing. */
export const pathPart = text({ max: 300 });

/**
 * Combining marks in a row. Normalising takes the square of a run. The longest syllable in use has 8 (Tibetan, U+0F67 and what is
 * stacked below it), a letter of Vietnamese 2; the 30 of Unicode's Stream-Safe Text Format (UAX #15, section 13), which is for
 * machines, would let most of what is piled up for show pass.
 */
const MOST_MARKS = 10;
/** With the two half-width signs of Japanese, which are no marks and become some when they are decomposed. */
const MARKS = "[\\p{M}\\uff9e\\uff9f]";
const PILED = new RegExp(`${MARKS}{${MOST_MARKS + 1}}`, "u");

/** Of what people write for others to read. */
export const fewMarks = z.refine<string>((written) => !PILED.test(written), { error: messages.marksPiled });
