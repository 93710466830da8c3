/** Reads a text as plain letters: accents folded, look-alike characters resolved, invisible ones dropped, places kept. */
import { resolveConfusablesTransformer } from "obscenity";
import { foldText } from "./fold.ts";

const confusables = resolveConfusablesTransformer();

/** Letters that were read lately: more than any text in one script has. Somebody may write every letter there is. */
const MAX_KNOWN_LETTERS = 2000;
const known = new Map<string, string>();

/** Letters and letter-like symbols only: an emoji beside a word is not part of it. */
const LETTER_LIKE = /^[\p{L}\p{N}\p{So}]$/u;
const PICTURE = /^[\p{Extended_Pictographic}--[🅰🅱🅾🅿]]$/v;

function readCharacter(character: string): string {
  const cached = known.get(character);
  if (cached !== undefined) return cached;
  let read = "";
  for (const part of /^[\p{Cf}\p{M}]$/u.test(character) ? "" : foldText(character)) {
    const plain = part < "\u0080" || !LETTER_LIKE.test(part) || PICTURE.test(part);
    read += plain ? part : String.fromCodePoint(confusables.transform(part.codePointAt(0) ?? 0) ?? 0);
  }
  read = foldText(read);
  if (known.size === MAX_KNOWN_LETTERS) known.clear();
  known.set(character, read);
  return read;
}

export interface Letters {
  /** The text as folded letters. */
  text: string;
  /** Where in the original each unit of `text` came from; one more entry at the end for the original's length. */
  origin: number[];
}

/** Reads `text` in one pass. */
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
