/** Constants of lists: filters, orders, sizes. Apart from the schemas, so that pages do not load those. */
import { LLM_TYPES, SORT_ORDERS } from "#prompts/catalog.ts";

/**
 * The library's filters: the API's parameter `name`, the column that it compares, the parameter of the library's address, and
 * the select. What a filter needs beside this table: CONTRIBUTING.md, Add a filter.
 */
export const FILTERS = [
  {
    name: "llmTypeId",
    column: "llm_type_id",
    parameter: "llm",
    label: "Ferramenta de IA",
    choices: LLM_TYPES,
  },
] as const;

/** The orders of searches; the first is their default. */
export const SEARCH_ORDERS = ["relevance", ...SORT_ORDERS] as const;
export type SearchOrder = (typeof SEARCH_ORDERS)[number];
/** The order of a list, or of a search where there is one, unless another is named. */
export const defaultOrder = (search: string): SearchOrder => (search ? "relevance" : "top");

/** Days for which a prompt works "today" after somebody has said that it worked. */
export const CONFIRMED_DAYS = 90;
/** Prompts in the trending list. */
export const TRENDING_SIZE = 6;
