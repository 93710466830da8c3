/** SQL of which prompts a list has. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import { FILTERS, type ListFilter } from "#prompts/contract.ts";

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
  /** Prompts have one of these. */
  tagIds?: readonly number[] | undefined;
}

/**
 * What is searched, and where. Each prompt that has the words `anywhere` has them `inTitle`, all of them whole, or `elsewhere`.
 * `begunInTitle` is for who still types: of the last word, the beginning is enough. `tagged` asks for no words.
 */
export interface Search {
  words: string;
  where: "anywhere" | "inTitle" | "elsewhere" | "begunInTitle" | "tagged";
}

const typed = (words: string) => sql`search_query(${words})`;
const inTitle = (words: string) => sql`in_title(title_query(${words}))`;

const QUERIES: Record<Search["where"], (words: string) => RawBuilder<unknown>> = {
  anywhere: typed,
  inTitle,
  elsewhere: (words) => sql`(${typed(words)} && !!${inTitle(words)})`,
  begunInTitle: (words) => sql`in_title(${typed(words)})`,
  // Without tags: nothing.
  tagged: () => sql`''::tsquery`,
};

/** @returns an expression for what `prompts.search` must have: the words, and one of the filter's tags */
export function searchQuery({ words, where }: Search, { tagIds }: TaggedFilter): RawBuilder<unknown> {
  if (!tagIds) return QUERIES[where](words);
  const tagged = sql`with_any_tag(${tagIds}::integer[])`;
  return where === "tagged" ? tagged : sql`(${QUERIES[where](words)} && ${tagged})`;
}

/**
 * @returns a condition for `prompt_stats s`: false only where the title cannot have the words, without a look at the wide row.
 * Of one word, it is true of one title in sixteen that does not have it.
 */
export function mayMatch(search: Search): RawBuilder<unknown> {
  if (search.where !== "inTitle") return sql`true`;
  const bits = sql`(select title_bits(${searchQuery(search, {})}))`;
  // Of this form the planner expects nothing, so that one plan suits all words, and is not made anew for each search.
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
