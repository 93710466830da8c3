/** Cuts folded text into words and gives each its possible readings (leet-speak, spelled-out letters). */

/** A word with its position in the folded text. */
export interface Word {
  start: number;
  end: number;
  /** The likeliest reading first. */
  readings: string[];
}

const LEET: Record<string, string> = { "0": "o", "1": "i", "3": "e", "@": "a", $: "s", "!": "i" };
/** Also digits common in hex colours and years: read as letters only in whole words that are not hex. */
const LEET_MORE: Record<string, string> = { ...LEET, "4": "a", "5": "s", "7": "t" };
/** "1" and "!" may also mean l. */
const LEET_OTHER: Record<string, string> = { ...LEET_MORE, "1": "l", "!": "l" };

const read = (token: string, map: Record<string, string>) =>
  token.replace(/[^a-z]/g, (symbol) => map[symbol] ?? symbol);

// The look-behind makes each run be tried once; anchored at the end only, every position of a run would be tried.
const LEADING = /^!+/;
const TRAILING = /(?<!!)!+$/;
const TRAILING_SYMBOLS = /(?<![^a-z])[^a-z]+$/;

/** Readings of a token with symbols or digits: as letters, and without symbols at its ends. */
function readings(token: string): string[] {
  const bare = token.replace(/^[^a-z]+/, "").replace(TRAILING_SYMBOLS, "");
  // A leading $ more often marks a variable or an amount than an s.
  const found = [read(token.replace(/^\$+/, ""), LEET), bare, read(bare, LEET)];
  if (!/^[0-9a-f]+$/.test(token)) found.push(read(token, LEET_MORE), read(token, LEET_OTHER));
  return [...new Set(found)];
}

/** The words of folded text, in order. */
export function cutWords(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(/[a-z0-9@$!]+/g)) {
    if (!/[a-z]/.test(match[0])) continue;
    const tail = match[0].replace(LEADING, "");
    const token = tail.replace(TRAILING, "");
    const start = match.index + match[0].length - tail.length;
    words.push({
      start,
      end: start + token.length,
      readings: /^[a-z]+$/.test(token) ? [token] : readings(token),
    });
  }
  return words;
}

/** Single letters with gaps, of whichever spaces and dashes: "p.u.t.a", "p u t a", "p - u - t - a". */
const SPELLED = /(?<![a-z0-9])[a-z0134$@](?:[\t\p{Zs}\p{Pd}._*·•/+~]{1,3}[a-z0134$@](?![a-z0-9])){3,}/gu;

/** Spelled-out runs of folded text, each letter with its position. */
export function cutSpellings(text: string): { letters: string; places: number[] }[] {
  return [...text.matchAll(SPELLED)].map((match) => {
    let letters = "";
    const places: number[] = [];
    for (const letter of match[0].matchAll(/[a-z0134$@]/g)) {
      const place = match.index + letter.index;
      letters += LEET_MORE[letter[0]] ?? letter[0];
      places.push(place);
    }
    return { letters, places };
  });
}
