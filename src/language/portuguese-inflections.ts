/** Derives the inflected forms of the Portuguese profanity list and looks words up in them. */
import { EXACT, NOUNS, VERBS } from "./portuguese-words.ts";

const AR =
  "ar a as o am amos ei ou aste aram ara aras aramos ava avas avam avamos arei arao aremos aria arias ariam ando ado ados ada adas asse asses assem assemos ares armos arem e es em emos ador adora adores adoras";
const ER =
  "er e es o em emos i eu este eram era eras eramos ia ias iam iamos erei erao eremos eria erias eriam endo ido idos ida idas esse esses essem essemos eres ermos erem a as am amos idinho idinha idinhos idinhas idao idona";

const listed = (words: string) => words.trim().split(/\s+/);

/** Replacements for a noun's ending; the first rule whose ending matches applies. */
const NOUN_RULES: [ending: string, replacements: string[]][] = [
  ["ao", listed("ao oes aos aozinho aozinhos oezinhos ona onas")],
  ["a", listed("a as inha inhas ona onas ao oes aca acas aco zinha zinhas")],
  ["o", listed("o os inho inhos ao oes ona onas aco acos zinho zinhos")],
  ["m", listed("m ns nzinha nzinhas nzona")],
  ["r", listed("r res rzinho rzinhos rzao rzoes")],
  ["e", listed("e es inho inhos inha inhas ao oes zinho zinhos")],
];

/** Joins stem and ending; before e and i the spelling changes to keep a hard c or g: piroquinha, caguei. */
function join(stem: string, ending: string): string {
  if (!/^[ei]/.test(ending)) return stem + ending;
  return stem.replace(/c$/, "qu").replace(/g$/, "gu") + ending;
}

function nounForms(noun: string): string[] {
  const rule = NOUN_RULES.find(([ending]) => noun.endsWith(ending));
  if (!rule) return [noun];
  const stem = noun.slice(0, -rule[0].length);
  const soft = noun.endsWith("e");
  return rule[1].map((replacement) => (soft ? stem + replacement : join(stem, replacement)));
}

function verbForms(verb: string): string[] {
  const stem = verb.slice(0, -2);
  if (verb.endsWith("ar")) return listed(AR).map((ending) => join(stem, ending));
  return listed(ER).map((ending) => stem + ending);
}

/** Shortens runs of one letter to a single one, so that stretched spellings share their word's key. */
export const collapse = (word: string) => word.replace(/(.)\1+/g, "$1");

const forms = new Map<string, Set<string>>();
for (const form of [
  ...listed(NOUNS).flatMap(nounForms),
  ...listed(VERBS).flatMap(verbForms),
  ...listed(EXACT),
]) {
  const key = collapse(form);
  forms.set(key, (forms.get(key) ?? new Set()).add(form));
}

/** Length of the longest listed form after `collapse`. */
export const LONGEST_FORM = Math.max(...[...forms.keys()].map((key) => key.length));

/** Whether `word` is `form` with some letters repeated: each run is at least as long as the form's. */
function stretches(word: string, form: string): boolean {
  let at = 0;
  for (const [run] of form.matchAll(/(.)\1*/g)) {
    if (!word.startsWith(run, at)) return false;
    at += run.length;
    while (word[at] === run[0]) at++;
  }
  return at === word.length;
}

/** Whether a folded word is profane, even with repeated letters ("merrrda"). "pora" is not "porra". */
export function isListed(word: string): boolean {
  const candidates = forms.get(collapse(word));
  return candidates !== undefined && [...candidates].some((form) => stretches(word, form));
}

/** Whether collapsed letters are a listed form. Forms below four letters would match too much spelled-out text. */
export const isListedSpelling = (letters: string) => letters.length >= 4 && forms.has(letters);
