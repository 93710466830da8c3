/**
 * Finds variables, `[variáveis]`, `{variáveis}`, `{{variáveis}}` and `${variáveis:com um valor}`, in a prompt's text, and fills
 * them in.
 */

export interface TextSegment {
  text: string;
  /** The name of the field that fills it in; absent for plain text. */
  variable?: string;
  /** Value unless the reader fills in something else; that of the variable's first place with one. */
  preset?: string;
}

/**
 * First the parts that contain no variables: code blocks and code between backticks. Then brackets or braces around
 * up to 80 characters of one line, or a dollar sign and braces around a name, perhaps with a value, as the best-known collection
 * of prompts writes them. Excluded: an index (`lista[i]`), a call (`f{x}`) or an amount (`R${x}`) attached
 * to the text before, an expression (`${a.b}`), a shell's value (`${a:-b}`), an editor's (`${env:A}`; its `${input:a}` is one), a link (`[texto](endereço)`, `[[página]]`), and in braces the characters of code and JSON.
 */
const candidates =
  /(?<code>```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]+`)|(?<![\p{L}\p{N}_[\])\\$])(?:\[(?<square>[^[\]{}\n]{2,80})\](?![([:\]])|\$\{(?!(?:env|config|command):)(?:input:)?(?<dollar>\p{L}[\p{L}\p{N}_ -]{0,79})(?::(?![-=+?])(?<preset>[^{}\n]{1,200}))?\}|\{\{(?<double>[^[\]{}\n"':;=<>]{2,80})\}\}|\{(?<single>[^[\]{}\n"':;=<>]{2,80})\})/gu;

/**
 * Two letters in a row: a footnote `[1]` or a checkbox `[ x ]` is no variable, and neither is any number alone, which names
 * nothing that one could be asked for.
 */
const words = /\p{L}{2}/u;
/** Not variables: lists of texts or JSON values, markers of footnotes, notices and templates, regular expressions' classes. */
const notation = /^\s*(?:["'^!\\#/>%]|(?:true|false|null)\b)|^\w-\w/;

/** Syntax of a tool in brackets and braces, by the tool's id (`catalog.ts`). */
const ownSyntax: Record<number, RegExp> = {
  // Permutations: {azul, verde}.
  3: /^\{[^{].*,/,
  // Weights, steps and choices, also of Automatic1111 and its wildcards: [frio:quente:0.5], [a|b], {a|b}, ${a}.
  4: /[:|]|^\$/,
  // Ends of an instruction.
  7: /^\[INST\]$/,
};
/**
 * After it comes, for Stable Diffusion, a list of words in which brackets reduce a weight: [blurry]. No blank before it
 * begins a line of its own: else a run of them would be looked through from each.
 */
const unwanted = /^[^\S\n\r\u2028\u2029]*(?:negative prompt|prompt negativo)\s*:/im;

/** A blank that names nothing: `[cole aqui]`, `[insira o texto]`, `[seu texto aqui]`. */
const blank =
  /^(?:(?:cole|colar|insira|escreva|digite|preencha|coloque|ponha|adicione|informe|paste|insert|type)(?:\s+(?:o|seu|the|your))?(?:\s+(?:texto|conteúdo|text|content))?(?:\s+(?:aqui|here))?|(?:(?:o|seu|the|your)\s+)?(?:texto|conteúdo|text|content)?\s*(?:aqui|here))[.…]*$/iu;

/** Characters before a blank among which its name is looked for. */
const LABEL_REACH = 120;
const MAX_LABEL = 40;

/** The words before a blank, `Anúncio` in `**Anúncio:** [cole aqui]`; empty when there are none. */
function labelBefore(text: string, index: number): string {
  const line =
    text
      .slice(Math.max(0, index - LABEL_REACH), index)
      .trimEnd()
      .split("\n")
      .at(-1) ?? "";
  // From the end, and no further than the first that has words: a text may be all blanks.
  let phrase = "";
  for (const written of line.split(/[.!?;\]}]/u).reverse()) {
    phrase = written.replace(/^[\s\p{P}\p{S}\d]+|[\s\p{P}\p{S}]+$/gu, "");
    if (phrase !== "") break;
  }
  if (phrase.length <= MAX_LABEL) return phrase;
  const tail = phrase.slice(-MAX_LABEL);
  return `…${tail.slice(tail.indexOf(" ") + 1)}`;
}

/** What names look alike by: "nome do produto" is one field, with an ordinary space or Word's, é in one sign or two. */
export const fieldKey = (name: string): string => name.normalize("NFC").replace(/\s+/g, " ").trim();

/**
 * Splits the text at its variables; the segments joined are the same text. A variable that stands in several places is one
 * field; a blank that names nothing is a field of its own each time, named by the words before it.
 *
 * Syntax of the prompt's tool is no variable: for Stable Diffusion, brackets that contain `:`
 * or `|`, and everything from "Negative prompt:" on; in prompts for Midjourney, braces with a comma. A plain `[palavra]`
 * is one everywhere else, as it cannot be told from a reduced weight; unless filled in, it is copied unchanged.
 * @param toolId the prompt's tool
 */
export function segmentVariables(text: string, toolId: number): TextSegment[] {
  const own = ownSyntax[toolId];
  const last = toolId === 4 ? (unwanted.exec(text)?.index ?? text.length) : text.length;
  const segments: TextSegment[] = [];
  const labels = new Map<string, number>();
  const nameBlank = (name: string, index: number) => {
    const label = fieldKey(labelBefore(text, index)) || name;
    const times = (labels.get(label) ?? 0) + 1;
    labels.set(label, times);
    return times === 1 ? label : `${label} (${times})`;
  };
  const presets = new Map<string, string>();
  let end = 0;
  for (const { 0: found, index, groups } of text.matchAll(candidates)) {
    const inner = groups?.square ?? groups?.dollar ?? groups?.double ?? groups?.single;
    if (inner === undefined || !words.test(inner) || notation.test(inner)) continue;
    if (index > last || own?.test(found)) continue;
    if (index > end) segments.push({ text: text.slice(end, index) });
    const name = fieldKey(inner);
    const variable = blank.test(name) ? nameBlank(name, index) : name;
    const preset = groups?.preset?.trim();
    if (preset && !presets.has(variable)) presets.set(variable, preset);
    segments.push({ text: found, variable });
    end = index + found.length;
  }
  if (end < text.length) segments.push({ text: text.slice(end) });
  for (const segment of segments) {
    const preset = segment.variable && presets.get(segment.variable);
    if (preset) segment.preset = preset;
  }
  return segments;
}

/** The variables, each once, in order of appearance. */
export function variablesOf(segments: readonly TextSegment[]): string[] {
  return [...new Set(segments.flatMap(({ variable }) => variable ?? []))];
}

/** The values that variables have before anybody fills them in. */
export function presetsOf(segments: readonly TextSegment[]): Map<string, string> {
  return new Map(
    segments.flatMap(({ variable, preset }) => (variable && preset ? [[variable, preset]] : [])),
  );
}

/** Text in a variable's place; undefined for one without a value. @param values by variable */
export function valueIn(
  { variable, preset }: TextSegment,
  values: ReadonlyMap<string, string>,
): string | undefined {
  return (variable && values.get(variable)?.trim()) || preset;
}

/**
 * Fills in a prompt; a variable without a value, given or preset, stays as written.
 * @param values by variable
 */
export function fillVariables(segments: readonly TextSegment[], values: ReadonlyMap<string, string>): string {
  return segments.map((segment) => valueIn(segment, values) ?? segment.text).join("");
}

/** The variables that have no value yet. @param values by variable */
export function unfilledOf(segments: readonly TextSegment[], values: ReadonlyMap<string, string>): string[] {
  return variablesOf(segments.filter((segment) => !valueIn(segment, values)));
}
