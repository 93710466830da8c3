/** Finds what a reader is meant to fill in, `[variáveis]`, `{variáveis}` and `{{variáveis}}` in a prompt's text, and fills it. */

export interface TextSegment {
  text: string;
  /** What is to be filled in, without its brackets; absent for plain text. */
  variable?: string;
}

/**
 * First what hides variables: a fenced block of code, code between backticks. Then a bracket or one or two braces around
 * up to 80 characters of one line. Left out: an index (`lista[i]`), a call's type (`f{x}`) or a template's place (`${x}`)
 * hanging on what is before it, a link (`[texto](endereço)`), and in braces the signs of code and JSON.
 */
const candidates =
  /(?<code>```[\s\S]*?(?:```|$)|`[^`\n]+`)|(?<![\p{L}\p{N}_\])\\$])(?:\[(?<square>[^[\]{}\n]{2,80})\](?![([:])|\{\{(?<double>[^[\]{}\n"':;=<>]{2,80})\}\}|\{(?<single>[^[\]{}\n"':;=<>]{2,80})\})/gu;

/** Two letters in a row: a footnote `[1]` or a box `[ x ]` is nothing to fill in. */
const words = /\p{L}{2}/u;
/** A list of texts, a footnote's or a notice's mark, the letters that a regular expression takes. */
const notation = /^\s*["'^!\\]|^\w-\w/;

/** The text in order, cut around its variables; joined again it is the same text. */
export function segmentVariables(text: string): TextSegment[] {
  const segments: TextSegment[] = [];
  let end = 0;
  for (const { 0: found, index, groups } of text.matchAll(candidates)) {
    const inner = groups?.square ?? groups?.double ?? groups?.single;
    if (inner === undefined || !words.test(inner) || notation.test(inner)) continue;
    if (index > end) segments.push({ text: text.slice(end, index) });
    segments.push({ text: found, variable: inner.trim() });
    end = index + found.length;
  }
  if (end < text.length) segments.push({ text: text.slice(end) });
  return segments;
}

/** What is to be filled in, each once, in the order in which it is met. */
export function variablesOf(segments: readonly TextSegment[]): string[] {
  return [...new Set(segments.flatMap(({ variable }) => variable ?? []))];
}

/**
 * The prompt with what was filled in; a variable without a value stays as it was written.
 * @param values by variable
 */
export function fillVariables(segments: readonly TextSegment[], values: ReadonlyMap<string, string>): string {
  return segments.map(({ text, variable }) => (variable && values.get(variable)?.trim()) || text).join("");
}
