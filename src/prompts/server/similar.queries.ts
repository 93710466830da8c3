/** SQL of public prompts that resemble a text or have a picture. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** A prompt that resembles another, as an author or a moderator sees it. */
export interface SimilarRow {
  id: number;
  title: string;
  user_id: string;
  username: string;
}

/** How many prompts of the counted sample have each word; 0 for words that were not counted. Without stop words. */
export async function selectWordCounts(db: Kysely<DB>, words: string[]) {
  const { rows } = await sql<{ word: string; prompts: number }>`
    select asked as word, coalesce(prompts, 0) as prompts
    from unnest(${words}::text[]) asked left join search_words on word = asked
    where ts_lexize('portuguese_words', asked) <> '{}'
  `.execute(db);
  return rows;
}

/** Text and thresholds of a comparison. */
export interface Comparison {
  /** Folded, at most `length` characters. */
  text: string;
  /** Characters of each prompt that are compared. */
  length: number;
  /** Prompts with all of these words are compared first, */
  every: string[];
  /** then those with all words of one group. */
  groups: string[][];
  /** Prompts of each of both kinds that are compared. */
  candidates: number;
  /** From 0 to 1. */
  least: number;
  /** A prompt that is left out; null for none. */
  except: number | null;
}

const allOf = (words: string[]) => words.map((word) => `'${word}'`).join(" & ");

/** The beginning of a column, folded: so many characters, and no more of their folded form. */
const foldedStart = (column: string, length: number) =>
  sql`left(fold(left(${sql.ref(column)}, ${length})), ${length})`;

/**
 * The prompts that are most similar to a text, by the trigrams that both have of those that either has. The search documents
 * of hidden ones are empty.
 */
export async function selectSimilarTexts(
  db: Kysely<DB>,
  { text, length, every, groups, candidates, least, except }: Comparison,
  most: number,
): Promise<SimilarRow[]> {
  const any = groups.map((words) => `(${allOf(words)})`).join(" | ");
  const { rows } = await sql<SimilarRow>`
    with candidates as materialized (
      select id from search_matches(${allOf(every)}::tsquery, null, ${candidates}) id
      union select id from search_matches(${any}::tsquery, null, ${candidates}) id
    ), compared as materialized (
      select p.id, similarity(${foldedStart("p.content", length)}, ${text}) as similarity
      from candidates join prompts p on p.id = candidates.id where p.id is distinct from ${except}
    )
    select p.id, p.title, p.user_id, u.username
    from compared join prompts p on p.id = compared.id join users u on u.id = p.user_id
    where similarity >= ${least} order by similarity desc, p.id limit ${most}
  `.execute(db);
  return rows;
}

/** How similar a prompt is to a text, as above, hidden or not; undefined when it does not exist. */
export async function selectSimilarity(
  db: Kysely<DB>,
  id: number,
  { text, length }: Pick<Comparison, "text" | "length">,
): Promise<number | undefined> {
  const { rows } = await sql<{ similarity: number }>`
    select similarity(${foldedStart("content", length)}, ${text}) as similarity from prompts where id = ${id}
  `.execute(db);
  return rows[0]?.similarity;
}

/** Prompts with a picture, the oldest first. */
export async function selectWithSamePicture(
  db: Kysely<DB>,
  hash: string,
  most: number,
): Promise<SimilarRow[]> {
  return db
    .selectFrom("prompts as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .select(["p.id", "p.title", "p.user_id", "u.username"])
    .where("p.image_hash", "=", hash)
    .where("p.hidden_at", "is", null)
    .orderBy("p.id")
    .limit(most)
    .execute();
}
