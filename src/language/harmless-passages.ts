/** Blanks passages that only look profane: colours, hashes, symbols, names, technical terms. */

const WORD_START = "(?<![\\p{L}\\p{N}])";
const WORD_END = "(?![\\p{L}\\p{N}])";
const whole = (source: string, flags: string) => new RegExp(`${WORD_START}(?:${source})${WORD_END}`, flags);

const HARMLESS: RegExp[] = [
  // Hex colours, hex numbers, escapes.
  /#[0-9a-f]{3,8}(?![\p{L}\p{N}])/giu,
  whole("0x[0-9a-f]{1,64}|u\\+[0-9a-f]{4,6}", "giu"),
  // Only the accent distinguishes these from a slur or from an English entry: tortoise, a town, anatomy, snuff.
  whole("cágad[oa]s?|caraí|p[êé]nis|ânus|s[êé]men|rapés?", "giu"),
  /(?<=_)(?:ass|cum|fag)(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:ass|cum|fag)(?=_)/giu,
  // A spreadsheet's IPGTO.CUM.
  /(?<=\p{L}\.)cum(?![\p{L}\p{N}])/giu,
  // "Ass.: Diretoria", "(ass.)".
  whole("Ass(?=\\.? ?:)|(?<=\\()ass(?=\\.)", "gu"),
  whole("(?:summa|magna) cum laude|cum laude", "giu"),
  whole(
    "bocetas? de pandora|punhetas? de bacalhau|(?:análise|analise|matriz|método) foda|partido fdp",
    "giu",
  ),
  whole(
    "(?:moby[- ]|philip k\\.? ?|andy )dick|dick (?:tracy|grayson|cheney|van dyke|turpin|vigarista)",
    "giu",
  ),
  whole("van dyke|john lee hooker", "giu"),
  // Words that look like a listed one with a letter repeated.
  whole("putt[oi]|cuss|fodder|rapp(?:ed|ing)", "giu"),
];

/** Copper, Cuba's country code, a console's cursor-up; Cuba's domain; hyphenation ("cu-lote"), names in code. */
const HARMLESS_CU: RegExp[] = [
  whole("C[Uu]{1,2}s?", "gu"),
  /(?<=[-./_])cus?(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])cus?(?=[-/_]|\.\p{L}|\p{N}+(?![\p{L}\p{N}]))/giu,
];

/** Placeholder for "cu" in the surrounding text. */
const IT = "\ufffc";
const GAP = "[\\s,-]{1,5}";
const NO_IT = [
  "tom(?:ar?|á|em?|ando|ou|aram)(?: bem)?",
  "lev(?:ar?|ou|ei)",
  "met(?:er?|a|eu|i)",
  "dar|pau|dedo|língua|fogo|rola|pica|piroca",
  "(?:enfi(?:ar?|e|em|ou)|soc(?:ar?|ou))(?: \\p{L}{1,15}){0,3}",
];
const O_IT = [
  "(?:d(?:ar|á|eu|ou|ei|ando)|ench(?:er?|eu)) o",
  "(?:com(?:er?|i|eu|endo)|lamb(?:er?|i|eu)|arromb(?:ar?|ou)|rasg(?:ar?|ou)|chup(?:ar?|ou)|cheir(?:ar?|ou)|beij(?:ar?|e|ou))(?: o)?",
];
/** Contexts in which "cu" is an insult, in capitals too. */
const INSULT = new RegExp(
  WORD_START +
    (
      `(?:(?:${NO_IT.join("|")}) no ${IT}|(?:${O_IT.join("|")}) ${IT}|(?:[tsm]eu|vosso|nosso) ${IT}|(?:cara|meia hora|lambedor) de ${IT}` +
      `|(?:tir(?:a|ou|ei)|meio|olho|buraco) do ${IT}|no ${IT} d(?:o mundo|[ae] (?:tua |sua )?mãe)` +
      `|${IT} (?:doce|arrombado|rasgado|peludo|piscando|de bêbad[oa]))`
    ).replaceAll(" ", GAP) +
    WORD_END,
  "iu",
);
/** Characters of context on each side that decide whether "cu" is an insult. */
const CONTEXT_LENGTH = 80;

function isInsult(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - CONTEXT_LENGTH), start);
  const context = before + IT + text.slice(end, end + CONTEXT_LENGTH);
  return INSULT.test(context.replaceAll("0", "o"));
}

/** A long run without spaces that mixes digits, capitals and small letters is encoded data (base64, a token). */
const LONG_RUN = /[\w+/=-]{40,}/g;
const looksEncoded = (run: string) => /\d/.test(run) && /[A-Z]/.test(run) && /[a-z]/.test(run);

const spaces = (passage: string) => " ".repeat(passage.length);

/** Replaces every harmless passage by as many spaces, so that positions stay. */
export function blankHarmless(text: string): string {
  const blanked = text.replace(LONG_RUN, (run) => (looksEncoded(run) ? spaces(run) : run));
  const withoutCu = HARMLESS_CU.reduce(
    (rest, passage) =>
      rest.replace(passage, (cu, at: number) => (isInsult(rest, at, at + cu.length) ? cu : spaces(cu))),
    blanked,
  );
  return HARMLESS.reduce((rest, passage) => rest.replace(passage, spaces), withoutCu);
}
