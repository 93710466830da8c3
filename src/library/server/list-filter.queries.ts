/** SQL of which prompts a list has. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { FILTERS, type ListFilter } from "#library/contract.ts";
import type { DB } from "#platform/database/schema.ts";

/** @returns a condition for prompt_stats or prompt_counts `s`, never empty */
export function matchesFilter(filter: ListFilter): RawBuilder<unknown> {
  const conditions = FILTERS.filter(({ name }) => (filter[name] ?? "all") !== "all").map(
    ({ name, column }) => sql`${sql.ref(`s.${column}`)} = ${filter[name]}`,
  );
  return sql.join([sql`true`, ...conditions], sql` and `);
}

/** Number of prompts in a list without a search: maintained by triggers, never counted. */
export async function countPrompts(db: Kysely<DB>, filter: ListFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(prompts_count), 0)::bigint as n from prompt_counts s where ${matchesFilter(filter)}
  `.execute(db);
  return rows[0]?.n ?? 0;
}

/** @returns undefined for all tools */
const toolOf = ({ llmTypeId }: ListFilter) => (llmTypeId === "all" ? undefined : llmTypeId);

/** A list may also be that of a tag, which search documents have like words. */
export interface TaggedFilter extends ListFilter {
  /** Matches prompts with any of them. */
  tagIds?: readonly number[] | undefined;
  /** The tag that the words of a search spell out: prompts with it are found too, wherever the words are looked for. */
  namedIds?: readonly number[] | undefined;
}

/**
 * Words of a search, and where they are looked for. Each prompt that has the words `anywhere` has them `inTitle`, all
 * of them whole, or `elsewhere`, which the tag that they name counts for. `begunInTitle` is for who still types: of the last word, the beginning is enough.
 * `tagged` asks for no words.
 */
export interface Search {
  words: string;
  where: "anywhere" | "inTitle" | "elsewhere" | "begunInTitle" | "tagged";
}

const typed = (words: string) => sql`search_query(${words})`;
const inTitle = (words: string) => sql`in_title(title_query(${words}))`;

type Query = (words: string, named: TaggedFilter["namedIds"]) => RawBuilder<unknown>;

const anywhere: Query = (words, named) =>
  named ? sql`(${typed(words)} || with_any_tag(${named}::integer[]))` : typed(words);

const QUERIES: Record<Search["where"], Query> = {
  anywhere,
  inTitle,
  elsewhere: (words, named) => sql`(${anywhere(words, named)} && !!${inTitle(words)})`,
  begunInTitle: (words) => sql`in_title(${typed(words)})`,
  // Without tags: nothing.
  tagged: () => sql`''::tsquery`,
};

/** @returns an expression for what `prompts.search` must have: the words, and one of the filter's tags */
export function searchQuery(
  { words, where }: Search,
  { tagIds, namedIds }: TaggedFilter,
): RawBuilder<unknown> {
  const query = QUERIES[where](words, namedIds);
  if (!tagIds) return query;
  const tagged = sql`with_any_tag(${tagIds}::integer[])`;
  return where === "tagged" ? tagged : sql`(${query} && ${tagged})`;
}

/**
 * @returns a condition for `prompt_stats s`: false only where the title cannot have the words, without a look at the wide row.
 * A filter with false positives: for one word, one in eight of the titles without it passes.
 */
export function mayMatch(search: Search): RawBuilder<unknown> {
  if (search.where !== "inTitle") return sql`true`;
  const bits = sql`(select title_bits(${searchQuery(search, {})}))`;
  // The planner has no statistics on this form, so that one plan suits all words, and is not made anew for each search.
  return sql`coalesce(s.title_bits & ${bits} = ${bits}, true)`;
}

/** @returns a table expression: ids of the list's prompts that match a search, `most` of them or all */
export function searchMatches(
  search: Search,
  filter: TaggedFilter,
  most: number | null,
): RawBuilder<unknown> {
  return sql`search_matches(${searchQuery(search, filter)}, ${toolOf(filter) ?? null}, ${most})`;
}

/** @returns a condition for `prompts`, with which the planner estimates the number of {@link searchMatches} */
export function matchesSearch(search: Search, filter: TaggedFilter): RawBuilder<unknown> {
  const tool = toolOf(filter);
  return tool === undefined
    ? sql`search @@ ${searchQuery(search, filter)}`
    : sql`within_tool(search, llm_type_id) @@ within_tool(${searchQuery(search, filter)}, ${tool}::smallint)`;
}
