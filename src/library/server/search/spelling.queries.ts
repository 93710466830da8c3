/** SQL of misspelt words: those that no prompt has, and those that prompts have and that resemble them. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** A word of prompts that resembles one that was asked. */
export interface SimilarWord {
  word: string;
  /** As most prompts write it. */
  spelling: string;
  /** Whether both are forms of one word, of which a search for either finds the same. */
  is_inflection: boolean;
}

/** Candidates per word: more than this resemble a word only by chance. */
const MOST_SIMILAR = 20;

/** A condition; `ts_lexize` has no notice for a stop word, which plainto_tsquery() has. */
const isNoStopWord = (word: string) => sql`ts_lexize('portuguese_words', ${sql.ref(word)}) <> '{}'`;

/**
 * Those of the words that no prompt has, as they are: a search may find other forms of them. The last one may be the
 * beginning of a word, as in a search. Stop words are left out. What was counted is asked first, because a common word is
 * expensive to find among all prompts.
 * @param asked folded
 */
export async function selectUnwritten(db: Kysely<DB>, asked: string[]): Promise<string[]> {
  const { rows } = await sql<{ asked: string }>`
    select asked from unnest(${asked}::text[]) with ordinality words (asked, position)
    where ${isNoStopWord("asked")} and case
      when exists (select from search_words where word = asked) then false
      else not exists (select from search_matches(
        (quote_literal(asked) || case when position = ${asked.length} then ':*' else '' end)::tsquery, null, 1))
    end
  `.execute(db);
  return rows.map(({ asked }) => asked);
}

/**
 * The words that resemble each of those asked, the most similar first.
 * @param asked folded
 * @returns no row for a stop word; an empty list for a word that resembles none
 */
export async function selectSimilarWords(db: Kysely<DB>, asked: string[]) {
  const { rows } = await sql<{ asked: string; similar: SimilarWord[] }>`
    select asked, coalesce(json_agg(near order by similarity desc, prompts desc, word)
      filter (where word is not null), '[]') as similar
    from unnest(${asked}::text[]) asked left join lateral (
      select word, spelling, prompts, similarity(word, asked),
        plainto_tsquery('pg_catalog.portuguese', fold_plurals(word))
          = plainto_tsquery('pg_catalog.portuguese', fold_plurals(asked)) as is_inflection
      from search_words where word % asked
      order by similarity(word, asked) desc, prompts desc, word limit ${MOST_SIMILAR}
    ) near on true
    where ${isNoStopWord("asked")}
    group by asked
  `.execute(db);
  return rows;
}
