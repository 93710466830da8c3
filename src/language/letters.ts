/** Reduces text to plain letters: folds accents, resolves look-alikes, drops invisible characters, keeps positions. */
import { resolveConfusablesTransformer } from "obscenity";
import { foldText } from "./fold.ts";
import { isSilent } from "./visible.ts";

const confusables = resolveConfusablesTransformer();

/** More characters than a text in one script uses. The cache needs a bound: input may hold every character there is. */
const MAX_CACHED_CHARACTERS = 2000;
const cache = new Map<string, string>();

/**
 * Letters that one character is read as. No word is written in characters that hold more (Arabic phrases, Japanese units), and
 * U+FDFA would make a text eighteen times as long.
 */
const MOST_LETTERS = 4;

/** Letters and letter-like symbols; an emoji beside a word is not part of the word. */
const LETTER_LIKE = /[\p{L}\p{N}\p{So}]/u;
const PICTURE = /[\p{Extended_Pictographic}--[🅰🅱🅾🅿]]/v;

/** Latin letters that neither decompose nor are among the confusables. */
const RARE = new Map(
  Object.entries({ ꜰ: "f", ꞯ: "q", ꝑ: "p", ꝓ: "p", ꝗ: "q", ꞃ: "r", ⱦ: "t", ꝟ: "v", ⱱ: "v" }),
);

function readCharacter(character: string): string {
  const cached = cache.get(character);
  if (cached !== undefined) return cached;
  let read = "";
  for (const part of isSilent(character) ? "" : foldText(character)) {
    const plain = !LETTER_LIKE.test(part) || PICTURE.test(part);
    read += plain
      ? part
      : (RARE.get(part) ?? String.fromCodePoint(confusables.transform(part.codePointAt(0) ?? 0) ?? 0));
  }
  read = [...foldText(read)].slice(0, MOST_LETTERS).join("");
  if (cache.size === MAX_CACHED_CHARACTERS) cache.clear();
  cache.set(character, read);
  return read;
}

interface Letters {
  /** The folded letters. */
  text: string;
  /** For each UTF-16 unit of `text` its position in the original; the last entry is the original's length. */
  origin: number[];
}

/** Reduces `text` to plain letters, in one pass. */
export function readLetters(text: string): Letters {
  let read = "";
  const origin: number[] = [];
  let at = 0;
  for (const character of text) {
    const letters = character < "\u0080" ? character.toLowerCase() : readCharacter(character);
    for (let unit = 0; unit < letters.length; unit++) origin.push(at);
    read += letters;
    at += character.length;
  }
  origin.push(text.length);
  return { text: read, origin };
}
