/** Blanks the passages in which a profane-looking string is something else: colours, hashes, symbols, names, terms. */

const WORD_START = "(?<![\\p{L}\\p{N}])";
const WORD_END = "(?![\\p{L}\\p{N}])";
const whole = (source: string, flags: string) => new RegExp(`${WORD_START}(?:${source})${WORD_END}`, flags);

const HARMLESS: RegExp[] = [
  // Hex colours, hex numbers, escapes.
  /#[0-9a-f]{3,8}(?![\p{L}\p{N}])/giu,
  whole("0x[0-9a-f]{1,64}|u\\+[0-9a-f]{4,6}", "giu"),
  // The accent tells these from a slur or from the English list: tortoise, a town, anatomy, snuff.
  whole("cágad[oa]s?|caraí|p[êé]nis|ânus|s[êé]men|rapés?", "giu"),
  // Copper, Cuba's country code, a console's cursor-up; Cuba's domain; hyphenation ("cu-lote"), names in code.
  new RegExp(
    `(?<!(?:teu|seu|meu|tomar? no|pau no|dedo no|dar o) )${WORD_START}C[Uu]{1,2}s?${WORD_END}`,
    "gu",
  ),
  /(?<=[-./_])cus?(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])cus?(?=[-/_]|\.\p{L}|\p{N}+(?![\p{L}\p{N}]))/giu,
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

/** A run this long without a space, with digits, capitals and small letters, is encoded data (base64, a token). */
const LONG_RUN = /[\w+/=-]{40,}/g;
const looksEncoded = (run: string) => /\d/.test(run) && /[A-Z]/.test(run) && /[a-z]/.test(run);

const spaces = (passage: string) => " ".repeat(passage.length);

/** The text with every harmless passage replaced by as many spaces. */
export function blankHarmless(text: string): string {
  const blanked = text.replace(LONG_RUN, (run) => (looksEncoded(run) ? spaces(run) : run));
  return HARMLESS.reduce((rest, passage) => rest.replace(passage, spaces), blanked);
}
