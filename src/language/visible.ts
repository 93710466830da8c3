/**
 * Decides which characters of a text show something, and takes out those that do not. Nothing else tells: what a text
 * hides can split words, look empty, or carry instructions that programs read and people do not see.
 */
import { isLeftward } from "./isolated.ts";

/** The blanks that Unicode counts as letters, marks or symbols, and what only joins hieroglyphs. */
const BLANKS = "\\u2800\\ufffc\\u{13430}-\\u{13442}\\u{16fe4}\\u{1d159}";
/** Formats that show nothing, though Unicode does not say that they may be ignored. */
const NOTED = "\\ufff9-\\ufffb";
export const IGNORABLE = `\\p{Default_Ignorable_Code_Point}${NOTED}`;

/** Code points without a meaning, but for those that are kept for emoji to come. */
const UNASSIGNED = "(?!\\p{Extended_Pictographic})\\p{Cn}";

/** Characters that do not count as length: also accents by themselves, and code points without a meaning. */
const UNSEEN = new RegExp(
  `[${IGNORABLE}${BLANKS}\\p{Co}\\p{Cs}]|(?!\\s)\\p{Cc}|${UNASSIGNED}|(?=\\p{M})\\p{Script=Inherited}`,
  "gu",
);

/** Length of what a text shows, in characters; blanks in a row count as one, outer ones not at all. */
export function visibleLength(text: string): number {
  return [...text.replace(UNSEEN, "").replace(/\s+/g, " ").trim()].length;
}

/** Whether a text shows nothing. */
export const isBlank = (text: string): boolean => visibleLength(text) === 0;

const SILENT = new RegExp(`[${IGNORABLE}\\p{Cf}\\p{M}\\p{Co}\\p{Cs}]|${UNASSIGNED}`, "u");
/** Whether a character adds nothing to the letters of a word: invisible ones, accents, code points without a meaning. */
export const isSilent = (character: string): boolean => SILENT.test(character);

/** Blank characters that programs do not take for spaces. */
export const UNKNOWN_SPACES = new RegExp(`[${BLANKS}]`, "gu");

/** Scripts in which joiners change letters: Arabic and its kin, those of India, Mongolian. */
const JOINED = [
  ..."Arab Syrc Mand Nkoo Adlm Rohg Mong Phag".split(" "),
  ..."Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Mymr Khmr Tibt Java Bali".split(" "),
]
  .map((script) => `\\p{scx=${script}}`)
  .join("");
const SHOWN_LETTER = "(?=[\\p{L}\\p{M}])(?!\\p{Default_Ignorable_Code_Point})";
const LETTER_WITH_JOINERS = `${SHOWN_LETTER}[${JOINED}]`;
/** Scripts without spaces, in which a word ends at a zero-width one. */
const UNSPACED_LETTER = `${SHOWN_LETTER}[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]`;
const PICTURE = "\\p{Extended_Pictographic}";
const tags = (letters: string) =>
  [...letters].map((letter) => `\\u{e00${letter.charCodeAt(0).toString(16)}}`).join("");

/** Ignorable characters that show, by changing those beside them. */
export const SHOWN = [
  // The flags of England, Scotland and Wales: other ones are shown as black, and might hold anything.
  `(?<=\\u{1f3f4})(?:${["gbeng", "gbsct", "gbwls"].map(tags).join("|")})\\u{e007f}`,
  `(?<=[0-9#*])\\ufe0f(?=\\u20e3)`,
  `(?<=${PICTURE})[\\ufe0e\\ufe0f]`,
  `(?<=${PICTURE}[\\ufe0e\\ufe0f]?|\\p{Emoji_Modifier})\\u200d(?=${PICTURE})`,
  // Variants of ideographs and of mathematical signs.
  `(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e011f}]`,
  `(?<=[\\p{Sm}\\p{Script=Myanmar}\\p{Script=Phags_Pa}])\\ufe00`,
  `(?<=${SHOWN_LETTER}\\p{Script=Mongolian})[\\u180b-\\u180f]`,
  `(?<=${LETTER_WITH_JOINERS})[\\u200c\\u200d]`,
  `(?<![${IGNORABLE}])[\\u200c\\u200d](?=${LETTER_WITH_JOINERS})`,
  `(?<=${UNSPACED_LETTER})\\u200b(?=${UNSPACED_LETTER})`,
  // Old Korean syllables without a consonant or vowel.
  "\\u115f(?=[\\u1161-\\u11a7\\ud7b0-\\ud7c6])|(?<=[\\u1100-\\u115e\\ua960-\\ua97c])\\u1160",
].join("|");
/** Marks of direction show where a text is written leftwards. */
export const SINGLE_MARK = `(?<![${IGNORABLE}])[\\u061c\\u200e\\u200f]`;

/** All control characters but tab, line feed, and NUL, which is refused before. */
export const CONTROLS = "\\u0001-\\u0008\\u000e-\\u001f\\u007f-\\u009f";
const hidden = (shown: string) => new RegExp(`(${shown})|[${IGNORABLE}${CONTROLS}]`, "gu");
const HIDDEN = hidden(SHOWN);
const HIDDEN_AMONG_LEFTWARD = hidden(`${SHOWN}|${SINGLE_MARK}`);
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Quick test, ten times as fast as the whole: most texts have no control characters, no ignorable ones of two bytes,
 * and no halves of those of four.
 */
export const SUSPECT = new RegExp(
  `[\\0${CONTROLS}\\u000b-\\u000d\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\ud82f\\ud834\\udb40-\\udb43]`,
);

/**
 * A text as it enters: without characters that show nothing, its lines ended by \n. What shows stays: emoji with their
 * joiners, variants and flags, joiners of scripts that need them. Linear in the text's length.
 */
export function withoutHidden(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(LINE_ENDS, "\n").replace(isLeftward(text) ? HIDDEN_AMONG_LEFTWARD : HIDDEN, "$1");
}

/** Takes blank lines at the beginning away, and blanks at the end; the first line stays indented. */
export const trimLines = (text: string) => text.trimEnd().replace(/^(?:[^\S\n]*\n)+/, "");

const TAGS = "[\\u{e0000}-\\u{e007f}]+";
const SELECTORS = "[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]{2,}";
const ZERO_WIDTH = "[\\u200b-\\u200d\\u2060-\\u2064\\ufeff]{2,}";
const CARRIES = new RegExp(`(${SHOWN})|${TAGS}|${SELECTORS}|${ZERO_WIDTH}`, "gu");

/** A visible name for a run of hidden characters, with the letters that it spells, if any. */
export function nameOfHidden(run: string): string {
  const letters = Array.from(run, (character) => (character.codePointAt(0) ?? 0) - 0xe_0000);
  const read = letters
    .filter((letter) => letter >= 0x20 && letter < 0x7f)
    .map((letter) => String.fromCharCode(letter))
    .join("");
  if (read) return `⟨invisível: ${read}⟩`;
  return letters.length === 1 ? "⟨invisível⟩" : `⟨${letters.length} caracteres invisíveis⟩`;
}

/** A text with its hidden characters named; the rest is unchanged. */
export const withHiddenNamed = (text: string): string =>
  SUSPECT.test(text) ? text.replace(CARRIES, (run, shown?: string) => shown ?? nameOfHidden(run)) : text;

/** Whether a text turns the order of its letters around (U+202D, U+202E). */
export const isOverridden = (text: string): boolean => /[\u202d\u202e]/.test(text);
