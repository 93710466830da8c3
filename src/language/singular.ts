/**
 * Joins a Portuguese word's singular and plural, for comparing: the result is one for both, but not always a word. What could
 * be either is joined rather than told apart: "livre" and "livres" become "livr", because "flores" is the plural of "flor".
 */

/** Stems of common words in -il whose plural is -is; other words in -is lose the s: "emojis". */
const IN_IL =
  /^(infant|juven|civ|perf|fuz|barr|fun|can|gent|sut|host|vir|febr|sen|mercant|estudant|anim|cant|varon|cov|tox|ard|refr|bras|mil)is$/;

/** The first rule that fits applies; each is one for both forms. */
const RULES: readonly [ending: RegExp, replacement: string][] = [
  // mães, mãos
  [/^maes$/, "mae"],
  // redações, pães
  [/(o|a)es$/, "ao"],
  // imagens; cartoons
  [/([aeiou])(ns|n|m)$/, "$1m"],
  // animais, papéis, fáceis, azuis; heróis, whose singular ends in i
  [/^(.{2,})[ei](is|l)$/, "$1el"],
  [/^(.{2,}[aou])(is|l|i)$/, "$1l"],
  // flores, torres, luzes, bronzes
  [/^(.{2,}[rz])(es|e)$/, "$1"],
  // meses, bases, ingleses; mês and inglês lose their s below
  [/^(.{2,}s)(es|e)$/, "$1"],
];

/** Three letters are mostly no plural: GPS, CSS. */
const PLURAL_S = /^(.{2,}[^s])s$/;

const byRules = (word: string): string => {
  const rule = RULES.find(([ending]) => ending.test(word));
  return rule ? word.replace(...rule) : word;
};

/** @param word folded (`foldText`), of letters and digits */
export function singular(word: string): string {
  if (IN_IL.test(word)) return `${word.slice(0, -2)}el`;
  const joined = byRules(word);
  // The rest may have an ending of its own: mails.
  return PLURAL_S.test(joined) ? byRules(joined.slice(0, -1)) : joined;
}
