/** Recognises the most common passwords and their usual disguises: those of leaks, and words that Brazilians build them of. */
import leaked from "@zxcvbn-ts/language-common/src/passwords.json" with { type: "json" };
import { readLeetSpeak } from "#platform/leet-speak.ts";
import { EXACT, WORDS } from "./common-passwords.data.ts";

/** Shorter ones are refused for their length. */
const MIN_LISTED_LENGTH = 8;

/** In lower case, as the list of the leaks is. */
const words = new Set([
  ...WORDS.split(/\s+/).filter(Boolean),
  ...leaked.filter((password) => password.length >= MIN_LISTED_LENGTH),
]);
const exact = new Set(EXACT.split(/\s+/).filter(Boolean));

/** Rows of the keyboard, the alphabet and the digits: runs along them are typed, not thought of. */
const TRACKS = [
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "abcdefghijklmnopqrstuvwxyz",
  "1234567890",
  "0123456789",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "1qaz2wsx3edc4rfv5tgb6yhn",
  "qazwsxedcrfvtgbyhnujm",
];
const BOTH_WAYS = TRACKS.flatMap((track) => [track, [...track].reverse().join("")]);
/** Shorter runs are found in ordinary words too. */
const SHORTEST_RUN = 3;

/** Lower case without accents. */
const plain = (text: string) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

/** Up to six digits and signs around a word are what everybody adds: `flamengo2019`, `Brasil@123`. */
const AROUND = /^[^a-z]{0,6}|[^a-z]{0,6}$/g;

function isWord(text: string, words: ReadonlySet<string>): boolean {
  const core = text.replace(AROUND, "");
  if (words.has(text) || words.has(core)) return true;
  const read = readLeetSpeak(core);
  if (words.has(read)) return true;
  // `P@ssw0rd123`, `s3nha123`: the outer signs may be letters in disguise as well.
  return (
    words.has(readLeetSpeak(text).replace(AROUND, "")) ||
    words.has(readLeetSpeak(text.replace(/\d{1,6}$/, "")))
  );
}

/** Whether a text is one shorter text over and over: `aaaaaaaa`, `abcabcabc`, `senhasenha`. */
function isRepetition(text: string): boolean {
  const unit = /^(.+?)\1+$/.exec(text)?.[1];
  return unit !== undefined && (unit.length <= 4 || words.has(unit));
}

/** Whether a text is nothing but runs along keyboard rows, alphabet or digits: `qwerty123`, `asdf1234`, `abc123456`. */
function isRuns(text: string): boolean {
  let rest = text;
  while (rest) {
    let length = Math.min(rest.length, 20);
    while (length >= SHORTEST_RUN && !BOTH_WAYS.some((track) => track.includes(rest.slice(0, length))))
      length -= 1;
    if (length < SHORTEST_RUN) return false;
    rest = rest.slice(length);
  }
  return true;
}

/** Whether a password is among those that guessers try first. */
export function isCommonPassword(password: string): boolean {
  const text = plain(password);
  if (isWord(text, words) || isRepetition(text)) return true;
  const typed = text.replace(/[^a-z0-9]/g, "");
  // A few signs between do not help; a password mostly of signs or of another script is judged by them, not by the rest.
  return text.length - typed.length <= 2 && (exact.has(typed) || isRuns(typed));
}

/** Shorter ones identify nobody. */
const MIN_OWN_LENGTH = 3;
const squeezed = (text: string) => plain(text).replace(/[^a-z0-9]/g, "");

/** The person who chooses a password. */
export interface Owner {
  username: string;
  email: string;
}

/** Whether a password is its owner's name or address, or the address's part before the @, in the usual disguises. */
export function isOwnName(password: string, { username, email }: Owner): boolean {
  const own = [username, email, email.replace(/@.*/, ""), email.replace(/[+@].*/, "")].map(squeezed);
  // `maria1990` must not become `maria2024`.
  const cores = own.map((name) => name.replace(AROUND, ""));
  const names = new Set([...own, ...cores].filter((name) => name.length >= MIN_OWN_LENGTH));
  const text = plain(password);
  return isWord(text.replace(/[\s._+-]/g, ""), names) || isWord(squeezed(password), names);
}
