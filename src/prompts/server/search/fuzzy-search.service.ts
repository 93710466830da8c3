/**
 * Misspelt searches. Words that no prompt has are replaced by the most similar ones that prompts do have, if these
 * are so near that little else can be meant; farther ones are offered. The words of prompts are counted hourly (decision 33).
 */
import { distance } from "fastest-levenshtein";
import { foldText } from "#language/fold.ts";
import type { Context } from "#platform/context.ts";
import { inLongTransaction } from "#platform/database/db.ts";
import type { PromptList } from "#prompts/contract.ts";
import { countPrompts } from "#prompts/server/list-filter.queries.ts";
import type { Page } from "#prompts/server/prompts.queries.ts";
import { type Found, type SearchedList, searchPage } from "./search.service.ts";
import {
  countWords,
  hasWords,
  type SimilarWord,
  selectSimilarWords,
  selectUnwritten,
} from "./search-words.queries.ts";

const QUEUE = "count-search-words";
/** Prompts whose words are counted: a few seconds of the database, once an hour. */
const SAMPLE = 10_000;
/** Prompts that must have a word, on a site with many. */
const LEAST_PROMPTS = 2;
const LARGE_SITE = 1000;

/** The words of a search that are looked at; shorter ones are not corrected. */
const WORDS = /[\p{L}\p{M}]{3,}/gu;
/** A longer search is a sentence, of which no correction finds all words. */
const MOST_WORDS = 8;
/** Searches offered at most. */
const MOST_SIMILAR = 5;
/** Of these, for one word. */
const MOST_PER_WORD = 3;

/** A page of results, and what was searched instead. */
export type FuzzyFound = Found & Pick<PromptList, "corrected" | "similar">;

/**
 * As searchPage. Words that no prompt has are corrected, if that finds something: also where the search itself does, by their
 * stems ("viajem" has that of "viajar"). A search without results gets others to try.
 */
export async function fuzzyPage(
  ctx: Pick<Context, "db">,
  search: string,
  list: SearchedList,
  page: Page,
): Promise<FuzzyFound> {
  const exact = await searchPage(ctx, search, list, page);
  const asked = [...new Set(foldText(search).match(WORDS))];
  const isSentence = asked.length === 0 || asked.length > MOST_WORDS;
  const unwritten = isSentence ? [] : await selectUnwritten(ctx.db, asked);
  if (exact.found > 0 && unwritten.length === 0) return exact;
  const words = isSentence ? [] : await readWords(ctx.db, asked, unwritten);
  const corrected = correct(search, words);
  const found = corrected === undefined ? exact : await searchPage(ctx, corrected, list, page);
  if (corrected !== undefined && found.found > 0) return { ...found, corrected };
  return exact.found > 0 ? exact : { ...exact, similar: searchesLike(search, words) };
}

type Candidate = SimilarWord & { edits: number };

/** A word of a search. */
interface AskedWord {
  asked: string;
  isKnown: boolean;
  /** Words that prompts have, the nearest first. */
  near: Candidate[];
}

/** A word is known if prompts have it or the nearest one is another form of it; the last one may be a beginning. */
async function readWords(db: Context["db"], asked: string[], unwritten: string[]): Promise<AskedWord[]> {
  const last = asked.at(-1);
  return (await selectSimilarWords(db, asked)).map(({ asked, similar }) => {
    const near = byEdits(asked, similar);
    const [first] = near;
    const isForm = first?.is_inflection || (asked === last && first?.word.startsWith(asked));
    return { asked, near, isKnown: isForm || !unwritten.includes(asked) };
  });
}

/** @returns undefined unless each word that is not known is so near to another that little else can be meant */
function correct(search: string, words: AskedWord[]): string | undefined {
  const unknown = words.filter(({ isKnown }) => !isKnown);
  const meant = new Map(
    unknown.map(({ asked, near: [first] }) => [asked, isSlip(asked, first) ? first : undefined]),
  );
  if (meant.size === 0 || [...meant.values()].includes(undefined)) return undefined;
  return search.replace(WORDS, (word) => meant.get(foldText(word))?.spelling ?? word);
}

/** Searches for one word each: the known ones, and those that resemble the others. */
function searchesLike(search: string, words: AskedWord[]): string[] {
  const spellings = words.flatMap(({ isKnown, near }) =>
    near.slice(0, isKnown ? 1 : MOST_PER_WORD).map(({ spelling }) => spelling),
  );
  return [...new Set(spellings)].filter((word) => foldText(word) !== foldText(search)).slice(0, MOST_SIMILAR);
}

/** The nearest first, by letters to change; the more common of two that are as near. */
function byEdits(asked: string, similar: SimilarWord[]): Candidate[] {
  return similar
    .map((candidate) => ({ ...candidate, edits: distance(asked, candidate.word) }))
    .sort((one, other) => one.edits - other.edits || other.prompts - one.prompts);
}

/** Whether so few letters differ that a word is taken for another: one of four or more, two of eight or more. */
const isSlip = (asked: string, near: Candidate | undefined) =>
  near !== undefined && near.edits <= Math.min(2, Math.floor(asked.length / 4));

/** Has the words of prompts counted now and hourly, in one of all processes. */
export async function scheduleWordCounts(ctx: Pick<Context, "db" | "slowDb" | "jobs">): Promise<void> {
  await ctx.jobs.schedule(QUEUE, "23 * * * *", () => countSearchWords(ctx));
  if (!(await hasWords(ctx.db))) await ctx.jobs.send(ctx.db, QUEUE, {});
}

/** Counts the words of prompts, of a sample if there are many. */
export async function countSearchWords(ctx: Pick<Context, "db" | "slowDb">): Promise<void> {
  const total = await countPrompts(ctx.db, {});
  const percent = Math.min(100, (100 * SAMPLE) / Math.max(1, total));
  await inLongTransaction(ctx, (trx) => countWords(trx, percent, total < LARGE_SITE ? 1 : LEAST_PROMPTS));
}
