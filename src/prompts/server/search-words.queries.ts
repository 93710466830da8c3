/** SQL that counts the words of prompts, in a sample. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** Letters of a word that is counted, and its limit: longer ones are addresses and noise. */
const SHORTEST_WORD = 3;
const LONGEST_WORD = 40;
/** Words that are kept, the most common ones: some 15 MB with the index. */
const MOST_WORDS = 100_000;

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
    from spellings where ts_lexize('portuguese_words', word) <> '{}'
    group by word having max(authors) >= ${least}
    order by sum(prompts) desc, word limit ${MOST_WORDS}
  `.execute(trx);
}

/** The number of public prompts. */
export async function countPublic(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(prompts_count), 0)::bigint as n from prompt_counts`.execute(db);
  return rows[0]?.n ?? 0;
}
