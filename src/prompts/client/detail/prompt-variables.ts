/** Finds what a reader is meant to fill in: `[variáveis]` and `{variáveis}` in a prompt's text. */

export interface TextSegment {
  text: string;
  variable: boolean;
}

/**
 * A bracket or one or two braces around up to 80 characters of one line. Left out: an index (`lista[i]`) or a call's
 * type (`f{x}`) hanging on a word, a link (`[texto](endereço)`), and in braces the signs of code and JSON.
 */
const candidates =
  /(?<![\p{L}\p{N}_\])\\])(?:\[[^[\]{}\n]{2,80}\](?![([:])|\{\{[^[\]{}\n"':;=<>]{2,80}\}\}|\{[^[\]{}\n"':;=<>]{2,80}\})/gu;

/** Two letters in a row: a footnote `[1]` or a box `[ x ]` is nothing to fill in. */
const words = /\p{L}{2}/u;

/** The text in order, cut around its variables; joined again it is the same text. */
export function segmentVariables(text: string): TextSegment[] {
  const segments: TextSegment[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(candidates)) {
    if (!words.test(found)) continue;
    if (index > end) segments.push({ text: text.slice(end, index), variable: false });
    segments.push({ text: found, variable: true });
    end = index + found.length;
  }
  if (end < text.length) segments.push({ text: text.slice(end), variable: false });
  return segments;
}
