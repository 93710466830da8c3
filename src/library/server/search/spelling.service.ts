/**
 * Misspelt searches. Words that no prompt has are replaced by the nearest ones that prompts do have, if these are so near that
 * little else can be meant; farther ones are offered. The words of prompts are counted hourly (decision 33).
 */
import { distance } from "fastest-levenshtein";
import { foldText } from "#language/fold.ts";
import type { Spelling } from "#library/contract.ts";
import type { FoundPage } from "#library/server/confirmed.service.ts";
import type { PublicContext } from "#platform/context.ts";
import type { Page } from "#platform/database/page.ts";
import type { PromptList } from "#prompts/contract.ts";
import { type SearchedList, searchPage } from "./search.service.ts";
import { type SimilarWord, selectSimilarWords, selectUnwritten } from "./spelling.queries.ts";

/** The words of a search that are compared; shorter ones are not corrected. */
const WORDS = /[\p{L}\p{M}]{3,}/gu;
/** They part no words, in the database either (without_invisible). */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** A longer search is a sentence, of which no correction finds all words. */
const MOST_WORDS = 8;
/** Searches offered at most. */
const MOST_SIMILAR = 5;
/** Most suggestions for a word that is not merely a slip. */
const MOST_PER_WORD = 3;

/** A page of results, and what was or may be searched instead. */
type CheckedPage = FoundPage & Pick<PromptList, "corrected" | "similar">;

/**
 * As searchPage. A search that is misspelt is corrected, if that finds something; one without results gets others to try.
 * @param spelling `suggest` to offer alone
 */
export async function checkedPage(
  ctx: Pick<PublicContext, "db">,
  typed: string,
  list: SearchedList,
  page: Page,
  spelling: Spelling,
): Promise<CheckedPage> {
  const search = typed.replace(INVISIBLE, "");
  const exact = await searchPage(ctx, search, list, page);
  if (exact.found > 0 && spelling === "suggest") return exact;
  const asked = [...new Set(foldText(search).match(WORDS))];
  if (asked.length === 0 || asked.length > MOST_WORDS)
    return exact.found > 0 ? exact : { ...exact, similar: [] };
  const unwritten = await selectUnwritten(ctx.db, asked);
  if (exact.found > 0 && unwritten.length === 0) return exact;
  const words = await readWords(ctx.db, asked, unwritten, exact.found > 0);
  const corrected = correct(search, words);
  if (corrected !== undefined && spelling === "correct") {
    const found = await searchPage(ctx, corrected, list, page);
    if (found.found > 0) return { ...found, corrected };
  }
  return exact.found > 0 ? exact : { ...exact, similar: offer(search, corrected, words) };
}

type Candidate = SimilarWord & { edits: number };

/** A word of a search. */
interface AskedWord {
  asked: string;
  isKnown: boolean;
  /** Words that prompts have, the nearest first. */
  near: Candidate[];
}

/** The words of a search in its order, without stop words. */
async function readWords(
  db: PublicContext["db"],
  asked: string[],
  unwritten: string[],
  isFound: boolean,
): Promise<AskedWord[]> {
  const similar = new Map((await selectSimilarWords(db, asked)).map((row) => [row.asked, row.similar]));
  return asked.flatMap((word) => {
    const candidates = similar.get(word);
    if (!candidates) return [];
    const near = byEdits(word, candidates);
    return [{ asked: word, near, isKnown: !unwritten.includes(word) || isForm(near, isFound) }];
  });
}

/**
 * Whether a word that no prompt has is a form of one that prompts have, rather than a slip: no other word is nearer. Where the
 * search has results, it is a slip only if such a form, and not an author's name, explains them: "viajem" finds "viajar",
 * and "viagem" is nearer.
 */
function isForm(near: Candidate[], isFound: boolean): boolean {
  const form = near.find(({ is_inflection }) => is_inflection);
  if (!form) return isFound;
  return form.edits === near[0]?.edits;
}

/** @returns undefined unless each word that is not known is so near to another that little else can be meant */
function correct(search: string, words: AskedWord[]): string | undefined {
  const unknown = words.filter(({ isKnown }) => !isKnown);
  if (unknown.length === 0 || !unknown.every(isSlip)) return undefined;
  const corrections = new Map(unknown.map(({ asked, near: [first] }) => [asked, first?.spelling]));
  return search.replace(WORDS, (word) => corrections.get(foldText(word)) ?? word);
}

/** Searches to try: the corrected one, and each word, or those that resemble it. */
function offer(search: string, corrected: string | undefined, words: AskedWord[]): string[] {
  const offered = words.flatMap((word) =>
    word.near.slice(0, word.isKnown || isSlip(word) ? 1 : MOST_PER_WORD).map(({ spelling }) => spelling),
  );
  if (corrected !== undefined) offered.unshift(corrected);
  return [...new Set(offered)].filter((words) => foldText(words) !== foldText(search)).slice(0, MOST_SIMILAR);
}

/** The nearest first, by letters to change; the more similar of two that are as near, as they come. */
function byEdits(asked: string, similar: SimilarWord[]): Candidate[] {
  return similar
    .map((candidate) => ({ ...candidate, edits: editsBetween(asked, candidate.word) }))
    .sort((one, other) => one.edits - other.edits);
}

/** Letters to change, to add or to leave out; two neighbours that are swapped count as one. */
function editsBetween(one: string, other: string): number {
  const edits = distance(one, other);
  if (edits !== 2 || one.length !== other.length) return edits;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return one[at] === other[at + 1] && one[at + 1] === other[at] ? 1 : 2;
}

/** Whether so few letters differ that a word is taken for the nearest: one of four, two of eight, never the first. */
function isSlip({ asked, near: [first] }: AskedWord): boolean {
  if (!first || first.word[0] !== asked[0]) return false;
  return first.edits <= Math.min(2, Math.floor(asked.length / 4));
}
