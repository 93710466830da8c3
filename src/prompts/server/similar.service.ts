/**
 * Finds prompts that say nearly the same as a text: its rarest words lead to candidates through the index of searches,
 * whose texts alone are then compared (decision 40).
 */
import { foldText } from "#language/fold.ts";
import type { Context } from "#platform/context.ts";
import type { SimilarPrompt, SimilarQuery } from "#prompts/contract.ts";
import {
  type Comparison,
  type SimilarRow,
  selectSimilarity,
  selectSimilarTexts,
  selectWithSamePicture,
  selectWordCounts,
} from "./similar.queries.ts";

/** Characters of a text that are compared: the time grows with their number. */
const COMPARED_LENGTH = 4000;
/** Letters of words that are looked up, as in the counts of words. */
const WORD = /^\p{L}{3,40}$/u;
/** Different words of a text that are looked up. */
const MOST_WORDS = 400;
/** Words that lead to candidates. Not all may be words that were not counted, because perhaps nobody has used those. */
const RARE_WORDS = 24;
const COUNTED_WORDS = 15;
/** Words of a group. A copy keeps all of one group at least, unless it was written anew. */
const GROUP = 3;
const CANDIDATES = 50;
/**
 * Prompts of the counted sample (of some 10,000) through which the rarest words of all groups may lead, in all: the work of
 * a text of common words is that of reading them all. Further groups, whose words are commoner, are left out.
 */
const MOST_READ = 1000;
/**
 * Common trigrams, of all that two texts have, from which one counts as a copy of the other (decision 40 has the
 * measurements).
 */
const LEAST_SIMILARITY = 0.6;
const MOST_SHOWN = 3;

/** Cut once more, because a character may fold to eighteen. */
const folded = (content: string) => foldText(content.slice(0, COMPARED_LENGTH)).slice(0, COMPARED_LENGTH);

/**
 * The public prompts whose texts resemble one, the most similar first; at most three.
 * @param except a prompt that is left out
 */
export async function findSimilarTexts(
  db: Context["db"],
  { content, except = null }: { content: string; except?: number | null },
): Promise<SimilarRow[]> {
  const text = folded(content);
  const words = await rareWords(db, text);
  if (words.every.length === 0) return [];
  const comparison = { length: COMPARED_LENGTH, candidates: CANDIDATES, least: LEAST_SIMILARITY };
  return selectSimilarTexts(db, { ...comparison, text, ...words, except }, MOST_SHOWN);
}

/** Whether a text resembles that of a prompt, as {@link findSimilarTexts} means it. */
export async function resembles(db: Context["db"], content: string, id: number): Promise<boolean> {
  const text = folded(content);
  const similarity = await selectSimilarity(db, id, { text, length: COMPARED_LENGTH });
  return similarity !== undefined && similarity >= LEAST_SIMILARITY;
}

/** The rarest words of a folded text, which distinguish it from others: all, and in groups, the rarest together. */
async function rareWords(db: Context["db"], text: string): Promise<Pick<Comparison, "every" | "groups">> {
  const words = new Set(text.split(/[^\p{L}\p{N}]+/u).filter((word) => WORD.test(word)));
  const counts = await selectWordCounts(db, [...words].slice(0, MOST_WORDS));
  const counted = counts
    .filter(({ prompts }) => prompts > 0)
    .sort((one, other) => one.prompts - other.prompts)
    .slice(0, COUNTED_WORDS);
  const uncounted = counts
    .filter(({ prompts }) => prompts === 0)
    .sort((one, other) => other.word.length - one.word.length)
    .slice(0, RARE_WORDS - counted.length);
  const groups = [...inGroups(uncounted), ...inGroups(counted)];
  return { every: wordsOf(groups.flat()), groups: affordable(groups).map(wordsOf) };
}

const wordsOf = (counts: Counted) => counts.map(({ word }) => word);

type Counted = { word: string; prompts: number }[];

function inGroups(counts: Counted): Counted[] {
  const groups: Counted[] = [];
  for (let from = 0; from < counts.length; from += GROUP) groups.push(counts.slice(from, from + GROUP));
  return groups;
}

/** The groups that may be looked up, one at least: a group costs what its rarest word does, its first. */
export function affordable(groups: Counted[]): Counted[] {
  let read = 0;
  return groups.filter(([rarest], index) => {
    read += rarest?.prompts ?? 0;
    return index === 0 || read <= MOST_READ;
  });
}

/** Public prompts with nearly the same text, or with the same picture. */
export async function findSimilarPrompts(
  { db }: Pick<Context, "db">,
  { content, image_hash }: SimilarQuery,
): Promise<SimilarPrompt[]> {
  const [texts, pictures] = await Promise.all([
    content ? findSimilarTexts(db, { content }) : [],
    image_hash ? selectWithSamePicture(db, image_hash, MOST_SHOWN) : [],
  ]);
  return [
    ...texts.map((row) => ({ ...shown(row), same: "text" as const })),
    ...pictures.map((row) => ({ ...shown(row), same: "image" as const })),
  ];
}

const shown = ({ id, title, username }: SimilarRow) => ({ id, title, user: { username } });
