/** Converts between the library's filters and its URL, so that views can be shared and the back button works. */
import { LIBRARY_PAGE_SIZE, LLM_TYPES, SORT_ORDERS, type SortOrder, TEXT_LIMITS } from "#prompts/catalog.ts";
import type { ListQuery } from "#prompts/contract.ts";

/** Specification, section 3: filter state. */
export interface LibraryFilters {
  searchTerm: string;
  llmTypeId: number | "all";
  sortBy: SortOrder;
  /** From 1. */
  page: number;
}

export const NO_FILTERS: LibraryFilters = { searchTerm: "", llmTypeId: "all", sortBy: "top", page: 1 };

/** Query parameters of the library. */
export const LIBRARY_PARAMETERS = ["q", "llm", "sort", "page"] as const;

/** Largest page number of the API. */
const LAST_PAGE = 1_000_000;

/** Control characters and lone surrogates, which no prompt contains and the API refuses. */
const unsearchable = /\p{Cc}|\p{Cs}/gu;

/** A search term as stored in the URL: trimmed and cut at the limit. */
export function cleanSearchTerm(typed: string): string {
  return [...typed.replace(unsearchable, " ")].slice(0, TEXT_LIMITS.search).join("").trim();
}

/** Parses a URL's query; invalid parameters are ignored. */
export function readFilters(search: URLSearchParams): LibraryFilters {
  const llm = Number(search.get("llm"));
  const page = search.get("page") ?? "";
  const number = /^\d{1,7}$/.test(page) ? Number(page) : 1;
  return {
    searchTerm: cleanSearchTerm(search.get("q") ?? ""),
    llmTypeId: LLM_TYPES.some(({ id }) => id === llm) ? llm : "all",
    sortBy: SORT_ORDERS.find((order) => order === search.get("sort")) ?? "top",
    page: number >= 1 && number <= LAST_PAGE ? number : 1,
  };
}

/** URL of the library with these filters; default values are omitted. */
export function libraryPath({ searchTerm, llmTypeId, sortBy, page }: LibraryFilters): string {
  const query = new URLSearchParams();
  if (searchTerm) query.set("q", searchTerm);
  if (llmTypeId !== "all") query.set("llm", String(llmTypeId));
  if (sortBy !== NO_FILTERS.sortBy) query.set("sort", sortBy);
  if (page > 1) query.set("page", String(page));
  return query.size ? `/prompts?${query}` : "/prompts";
}

/** The same filters as a query of the API. */
export function listQueryOf({ searchTerm, llmTypeId, sortBy, page }: LibraryFilters): ListQuery {
  return {
    page,
    limit: LIBRARY_PAGE_SIZE,
    orderBy: sortBy,
    ...(llmTypeId !== "all" && { llmTypeId }),
    ...(searchTerm && { search: searchTerm }),
  };
}
