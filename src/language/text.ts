/**
 * Schemas for texts, lists and pages, from forms and over the network. The checks run in order: is it a string or a list, is it short
 * enough, and only then everything else, because later steps may take more than linear time.
 *
 * What people write enters without characters that do not show, and is as long as what shows (visible.ts).
 */
import * as z from "zod/mini";
import { foldText } from "./fold.ts";
import { lengthOf } from "./length.ts";
import { messages } from "./messages.ts";
import { revealed } from "./stored-texts.ts";
import { isBlank, isOverridden, visibleLength, withoutHidden } from "./visible.ts";

/** zod compares the `length` of anything that has one, which throws for some objects that JSON can hold. */
const isText = ({ value }: z.core.ParsePayload) => typeof value === "string";
const isList = ({ value }: z.core.ParsePayload) => Array.isArray(value);

/**
 * Factor by which raw input may exceed the limit before tidying (outer spaces, accents, what is hidden, entries of a list twice),
 * and what is folded the limit of a search.
 */
const UNTIDIED_FACTOR = 4;

/** Lengths are in characters (code points), as PostgreSQL counts them; each takes four bytes at most. */
interface Rules {
  max: number;
  min?: number;
  /** Compared to the letter, such as a password or a token, or read by a parser: it is taken as it came. */
  asIs?: true;
  /** Has lines. Without it, whatever ends a line in what was pasted or sent becomes a space. */
  lines?: true;
  /** Of many texts at once: raw input, too, is no longer than the limit, because tidying each of them takes its time. */
  isShort?: true;
  /** Applied before the exact length check, to what shows. */
  tidy?: (text: string) => string;
  /** Error when the value is not a string. */
  none?: string;
  /** Error when it is too short. */
  short?: string;
  /** Error when it is too long, perhaps by its length. */
  long?: string | ((length: number) => string);
}

type LengthError = NonNullable<Rules["long"]>;

export const trim = (text: string) => text.trim();

/** The lines of a text, which all end with \n (visible.ts), one after the other. */
const onOneLine = (text: string) =>
  text.includes("\n") ? text.split("\n").map(trim).filter(Boolean).join(" ") : text;

/** A stored text as a field of one line takes it: those that came before had lines. */
export const asLine = (text: string): string => onOneLine(withoutHidden(text)).trim();

/** A name that is shown and not stored, such as a file's: on one line, with its hidden characters named. */
export const shownLine = (name: string): string => asLine(revealed(name.replaceAll("\0", "")));

/** zod/mini's own length checks accept no `when`. */
const lengthChecks = (when: (payload: z.core.ParsePayload) => boolean) => {
  const options = (error: LengthError | undefined) => ({
    when,
    ...(error && {
      error: ({ input }: { input?: unknown }) =>
        typeof error === "string" ? error : error(lengthOf(input as string)),
    }),
  });
  return {
    /** Aborts, so that no later check runs on a text that is too long. */
    atMost: (maximum: number, error: LengthError | undefined) =>
      new z.core.$ZodCheckMaxLength({ check: "max_length", maximum, abort: true, ...options(error) }),
    atLeast: (minimum: number, error: string | undefined) =>
      new z.core.$ZodCheckMinLength({ check: "min_length", minimum, ...options(error) }),
  };
};
const { atMost, atLeast } = lengthChecks(isText);
const listChecks = lengthChecks(isList);

const notOverridden = z.refine<string>((written) => !isOverridden(written), {
  error: messages.overridden,
  abort: true,
});

/**
 * Schema of a text field. `app/texts.test.ts` checks that every text of every request is made here.
 * @param checks further checks; they never see a text that is too long
 */
export function text(
  { max, min = 0, asIs, lines, isShort, tidy, none, short, long }: Rules,
  ...checks: z.core.$ZodCheck<string>[]
) {
  // Only if the length check passes: a text gets one error for being too short.
  const seen = z.refine<string>((written) => written.length < min || visibleLength(written) >= min, {
    error: short,
  });
  const tidied = [
    ...(asIs ? [] : [notOverridden, z.overwrite(withoutHidden)]),
    ...(asIs || lines ? [] : [z.overwrite(onOneLine)]),
    ...(tidy ? [z.overwrite(tidy)] : []),
  ];
  const exact = tidied.length > 0 ? [...tidied, atMost(max, long)] : [];
  const least = min > 0 ? [atLeast(min, short), ...(asIs ? [] : [seen])] : [];
  return z
    .string(none ? { error: none } : undefined)
    .check(
      atMost(exact.length > 0 && !isShort ? UNTIDIED_FACTOR * max : max, long),
      ...exact,
      ...least,
      ...checks,
    );
}

/**
 * Schema of a list. `app/texts.test.ts` checks that every list of every request is made here.
 * @param rules.tidy applied before the exact length check
 */
export function list<Entry extends z.core.SomeType>(
  entry: Entry,
  {
    max,
    min = 0,
    tidy,
    none,
    short,
    long,
  }: Omit<Rules, "tidy" | "asIs" | "lines" | "isShort"> & {
    tidy?: (entries: z.output<Entry>[]) => z.output<Entry>[];
  },
) {
  // The first check is zod's own bound of the entries that it looks at, while nothing before it may change the list.
  return z
    .array(entry, none ? { error: none } : undefined)
    .check(
      ...(tidy ? [listChecks.atMost(UNTIDIED_FACTOR * max, long), z.overwrite(tidy)] : []),
      listChecks.atMost(max, long),
      ...(min > 0 ? [listChecks.atLeast(min, short)] : []),
    );
}

/** Schema of an optional text; one without visible characters counts as missing. */
export const optionalText = (max: number, long: string, rules: Pick<Rules, "lines"> = {}) =>
  z.optional(
    z
      .nullable(text({ max, ...rules, tidy: trim, long }, fewMarks))
      .check(z.overwrite((written) => (written === null || isBlank(written) ? null : written))),
  );

/** For what is searched: some characters fold to 18, and the database looks at each. Syllables of Korean fold to three. */
export const fewFolded = (max: number, long: string) =>
  z.refine<string>((written) => foldText(written).length <= UNTIDIED_FACTOR * max, { error: long });

/** A path parameter. The router refuses longer ones; the handler answers 404 for an invalid id. */
export const pathPart = text({ max: 300, asIs: true });

/** The id that a text from outside names, such as a part of a path: digits of a safe integer above 0. */
export function toId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** A whole number in a query string. @param error the message for anything else */
export const wholeNumber = (error: string, most: number, least = 1) =>
  z.coerce.number({ error }).check(z.int({ error }), z.gte(least, { error }), z.lte(most, { error }));

/** The page of a list. One beyond the end is valid and empty. */
export const pageNumber = z._default(wholeNumber(messages.pageInvalid, 1_000_000), 1);

/** Where a page begins: `next` of the page before, whose number no longer matters. */
export const cursorText = z.optional(
  text(
    { max: 50, asIs: true, none: messages.afterInvalid, long: messages.afterInvalid },
    z.regex(/^[-.\d]+$/, { error: messages.afterInvalid }),
  ),
);

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
