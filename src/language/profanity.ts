/**
 * Finds profane words in Portuguese and English text, disguised ones too. Browser and server run the same code.
 *
 * A text is reduced to plain letters, harmless passages are blanked, then it is cut into words and spelled-out runs.
 * Words are looked up in the Portuguese list; words joined to a line are searched for phrases and English patterns.
 */
import { englishMatches } from "./english-words.ts";
import { blankHarmless } from "./harmless-passages.ts";
import { readLetters } from "./letters.ts";
import { collapse, isListed, isListedSpelling, LONGEST_FORM } from "./portuguese-inflections.ts";
import { PHRASES, ROOTS } from "./portuguese-words.ts";
import { UNKNOWN_SPACES } from "./visible.ts";
import { cutSpellings, cutWords, type Word } from "./words.ts";

/** A range of the folded text, in UTF-16 units. */
interface Span {
  start: number;
  end: number;
}

/** Searches the words' likeliest readings, joined to one line, for matches that span words; maps them back to the text. */
function findInLine(words: Word[]): Span[] {
  const starts: number[] = [];
  let line = " ";
  for (const { readings } of words) {
    starts.push(line.length);
    line += `${readings[0]} `;
  }
  const wordAt = (place: number): Word | undefined => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return words[low];
  };
  const spans = englishMatches(line);
  for (const phrase of PHRASES) {
    for (let at = line.indexOf(` ${phrase} `); at >= 0; at = line.indexOf(` ${phrase} `, at + 1)) {
      spans.push({ start: at + 1, end: at + 1 + phrase.length });
    }
  }
  return spans.flatMap(({ start, end }) => {
    const first = wordAt(start);
    const last = wordAt(end - 1);
    return first && last ? [{ start: first.start, end: last.end }] : [];
  });
}

/** Listed words inside one run of spelled-out letters; tries every part no longer than the longest listed word. */
function findSpelled({ letters, places }: { letters: string; places: number[] }): Span[] {
  const spans: Span[] = [];
  const runs = [...letters.matchAll(/(.)\1*/g)].map((run) => ({
    letter: run[1] ?? "",
    at: run.index,
    length: run[0].length,
  }));
  for (let from = 0; from < runs.length; from++) {
    let word = "";
    for (const run of runs.slice(from, from + LONGEST_FORM)) {
      word += run.letter;
      if (!isListedSpelling(word)) continue;
      const start = places[runs[from]?.at ?? 0] ?? 0;
      spans.push({ start, end: (places[run.at + run.length - 1] ?? 0) + 1 });
    }
  }
  return spans;
}

/** Keeps a stretched word from filling the error message. */
const shorten = (word: string) => (word.length > 60 ? `${word.slice(0, 60)}…` : word);

/**
 * Lists the profane words of a text as typed, in order, each once regardless of case; empty for a clean text.
 *
 * Compares Portuguese words whole, phrases anywhere, English by pattern, and recognises accents, case, repeated letters,
 * look-alike characters, leet-speak and spelled-out letters (specification, section 5). A character that looks like a space and
 * is none counts as one, and as nothing. Linear in the text's length.
 */
export function findProfanity(text: string): string[] {
  const [spaced, joined] = [" ", ""].map((read) => text.replace(UNKNOWN_SPACES, read)) as [string, string];
  return spaced === joined ? findTyped(text) : [...new Set([...findTyped(spaced), ...findTyped(joined)])];
}

function findTyped(text: string): string[] {
  const typed = text.normalize("NFC");
  const { text: letters, origin } = readLetters(blankHarmless(typed));
  const words = cutWords(letters);
  const spellings = cutSpellings(letters);
  const spelledWords = spellings.map(({ letters, places }): Word => {
    return { start: places[0] ?? 0, end: (places.at(-1) ?? 0) + 1, readings: [letters] };
  });
  const spans = [
    ...words.filter(({ readings }) => readings.some(isListed)),
    ...findInLine([...words, ...spelledWords]),
    ...spellings.flatMap(findSpelled),
  ].sort((a, b) => a.start - b.start || b.end - a.end);

  const found = new Map<string, string>();
  let reached = 0;
  for (const { start, end } of spans) {
    // Part of a longer match.
    if (end <= reached) continue;
    reached = end;
    const key = letters.slice(start, end);
    if (!found.has(key)) found.set(key, shorten(typed.slice(origin[start], origin[end])));
  }
  return [...found.values()];
}

const roots = ROOTS.trim().split(/\s+/);

/**
 * Whether a username is profane: in its parts (split at separators, digits and capitals), as a whole without separators,
 * between decorative x's ("xXputaXx"), or by a distinctive root anywhere in it.
 */
export function isProfane(name: string): boolean {
  const parts = name
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .split(/[\s\d_.-]+/)
    .join(" ");
  if (findProfanity(`${parts}\n${name}`).length > 0) return true;
  const whole = readLetters(blankHarmless(name.normalize("NFC"))).text.replace(/[^a-z]/g, "");
  const framed = whole.replace(/^x+/, "").replace(/(?<!x)x+$/, "");
  return [whole, framed].some(isListed) || roots.some((root) => collapse(whole).includes(collapse(root)));
}
