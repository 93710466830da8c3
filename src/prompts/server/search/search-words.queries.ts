/** SQL of the words that prompts use: counted in a sample, and compared with a misspelt one. */
import { type Kysely, sql, type Transaction } from "kysely";
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

/** Letters of a word that is counted, and its limit: longer ones are addresses and noise. */
const SHORTEST_WORD = 3;
const LONGEST_WORD = 40;
/** Words that are kept, the most common ones: some 15 MB with the index. */
const MOST_WORDS = 100_000;

/** A condition; `ts_lexize` has no notice for a stop word, which plainto_tsquery() has. */
const isNoStopWord = (word: string) => sql`ts_lexize('portuguese_words', ${sql.ref(word)}) <> '{}'`;

/** Whether anything has been counted. */
export async function hasWords(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom("search_words").select("word").limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Counts the words of the prompts anew, and of the tools that they are for.
 * @param percent of all prompts to read, from random places of the table
 * @param least authors who must have used a word: one person's names and slips are nothing to offer to others
 */
export async function countWords(trx: Transaction<DB>, percent: number, least: number): Promise<void> {
  // Two processes may count at once. Searches read on.
  await sql`select pg_advisory_xact_lock(hashtext('search_words'))`.execute(trx);
  await trx.deleteFrom("search_words").execute();
  // Grouped by spelling before anything else: a text has a word many times, and folding is slow.
  await sql`
    insert into search_words (word, spelling, prompts)
    with spellings as materialized (
      select spelling, regexp_replace(fold(spelling), '[^[:alpha:]]', '', 'g') as word,
        count(distinct id) as prompts, count(distinct user_id) as authors
      from (
        select p.id, p.user_id,
          lower(normalize(without_invisible(concat_ws(' ', p.title, p.description, p.content, t.name)))) as text
        from prompts p tablesample system (${percent}) join llm_types t on t.id = p.llm_type_id
        where p.hidden_at is null
      ) sample cross join lateral (
        select regexp_split_to_table(text, '[^[:alpha:]à-öø-ÿ]+') as spelling
        -- Words with joints count as one too: "e-mail", which is also "email".
        union all select (regexp_matches(text, '[[:alpha:]à-öø-ÿ]+(?:[-.][[:alpha:]à-öø-ÿ]+)+', 'g'))[1]
      ) written
      where length(spelling) between ${SHORTEST_WORD} and ${LONGEST_WORD}
      group by spelling
    )
    select word, (array_agg(spelling order by prompts desc, spelling))[1], sum(prompts)
    from spellings where ${isNoStopWord("word")}
    group by word having max(authors) >= ${least}
    order by sum(prompts) desc, word limit ${MOST_WORDS}
  `.execute(trx);
}

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
