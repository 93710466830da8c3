/** SQL of which prompts a list has. Beside its columns and the contract, a new filter needs no other change on the server. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import type { ListQuery } from "#prompts/contract.ts";

/** The filters of a list: every parameter beside paging, order and search. Plain data, of which caches make keys. */
export type ListFilter = Omit<ListQuery, "page" | "limit" | "orderBy" | "search">;

/** @returns undefined for all tools */
const toolOf = ({ llmTypeId }: ListFilter) => (llmTypeId === "all" ? undefined : llmTypeId);

/** @returns a condition for prompt_stats `s`, never empty */
export function matchesFilter(filter: ListFilter): RawBuilder<unknown> {
  const tool = toolOf(filter);
  return tool === undefined ? sql`true` : sql`s.llm_type_id = ${tool}`;
}

/** Number of prompts in a list without a search: maintained by triggers, never counted. */
export async function countPrompts(db: Kysely<DB>, filter: ListFilter): Promise<number> {
  const tool = toolOf(filter);
  let query = db
    .selectFrom("llm_types")
    .select((select) =>
      select.cast<number>(select.fn.coalesce(select.fn.sum("prompts_count"), sql.lit(0)), "bigint").as("n"),
    );
  if (tool !== undefined) query = query.where("id", "=", tool);
  return (await query.executeTakeFirstOrThrow()).n;
}

/** @returns a table expression: ids of the list's prompts that match a search, `most` of them or all */
export function searchMatches(search: string, filter: ListFilter, most: number | null): RawBuilder<unknown> {
  return sql`search_matches(${search}, ${toolOf(filter) ?? null}, ${most})`;
}

/** @returns a condition for `prompts`, with which the planner estimates the number of {@link searchMatches} */
export function matchesSearch(search: string, filter: ListFilter): RawBuilder<unknown> {
  const tool = toolOf(filter);
  return tool === undefined
    ? sql`search @@ search_query(${search})`
    : sql`within_tool(search, llm_type_id) @@ within_tool(search_query(${search}), ${tool}::smallint)`;
}
