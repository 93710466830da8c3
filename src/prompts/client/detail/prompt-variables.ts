/** Finds what a reader is meant to fill in, `[variáveis]`, `{variáveis}` and `{{variáveis}}` in a prompt's text, and fills it. */

export interface TextSegment {
  text: string;
  /** What is to be filled in, without its brackets; absent for plain text. */
  variable?: string;
}

/**
 * First what hides variables: a fenced block of code, code between backticks. Then a bracket or one or two braces around
 * up to 80 characters of one line. Left out: an index (`lista[i]`), a call's type (`f{x}`) or a template's place (`${x}`)
 * hanging on what is before it, a link (`[texto](endereço)`, `[[página]]`), and in braces the signs of code and JSON.
 */
const candidates =
  /(?<code>```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]+`)|(?<![\p{L}\p{N}_[\])\\$])(?:\[(?<square>[^[\]{}\n]{2,80})\](?![([:\]])|\{\{(?<double>[^[\]{}\n"':;=<>]{2,80})\}\}|\{(?<single>[^[\]{}\n"':;=<>]{2,80})\})/gu;

/** Two letters in a row: a footnote `[1]` or a box `[ x ]` is nothing to fill in. */
const words = /\p{L}{2}/u;
/** A list of texts or JSON values, a footnote's, notice's or template's mark, the letters that a regular expression takes. */
const notation = /^\s*(?:["'^!\\#/>%]|(?:true|false|null)\b)|^\w-\w/;

/** What a tool reads in brackets and braces by itself, by the tool's id (`catalog.ts`). */
const ownSyntax: Record<number, RegExp> = {
  // Permutations: {azul, verde}.
  3: /^\{[^{].*,/,
  // Weights, steps and choices, also of Automatic1111 and its wildcards: [frio:quente:0.5], [a|b], {a|b}.
  4: /[:|]/,
  // The ends of an instruction.
  7: /^\[INST\]$/,
};
/** What follows it in a prompt for Stable Diffusion is a list of words, where a bracket makes one weigh less: [blurry]. */
const unwanted = /^[^\S\n]*(?:negative prompt|prompt negativo)\s*:/im;

/**
 * The text in order, cut around its variables; joined again it is the same text.
 *
 * What the tool that the prompt is for reads by itself is no variable: in prompts for Stable Diffusion, whatever holds `:`
 * or `|`, and everything from "Negative prompt:" on; in prompts for Midjourney, braces with a comma. A plain `[palavra]`
 * is one everywhere else, for nothing tells it from a word that is to weigh less; unless filled in, it is copied as it is.
 * @param toolId whom the prompt is for
 */
export function segmentVariables(text: string, toolId: number): TextSegment[] {
  const own = ownSyntax[toolId];
  const last = toolId === 4 ? (unwanted.exec(text)?.index ?? text.length) : text.length;
  const segments: TextSegment[] = [];
  let end = 0;
  for (const { 0: found, index, groups } of text.matchAll(candidates)) {
    const inner = groups?.square ?? groups?.double ?? groups?.single;
    if (inner === undefined || !words.test(inner) || notation.test(inner)) continue;
    if (index > last || own?.test(found)) continue;
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
