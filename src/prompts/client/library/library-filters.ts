/** The library's filters and its address, each from the other: a view can be shared, and the back button works. */
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

/** The parameters of the library's address. */
export const LIBRARY_PARAMETERS = ["q", "llm", "sort", "page"] as const;

/** The largest page that the API takes. */
const LAST_PAGE = 1_000_000;

/** Control characters and halves of characters, which no prompt holds and the API refuses. */
const unsearchable = /\p{Cc}|\p{Cs}/gu;

/** A search term as the address holds it: what may surround it or exceed the limit left out. */
export function cleanSearchTerm(typed: string): string {
  return [...typed.replace(unsearchable, " ")].slice(0, TEXT_LIMITS.search).join("").trim();
}

/** What an address asks for; anything it says wrongly counts as not said. */
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

/** The library's address with these filters, without those that are as they always are. */
export function libraryPath({ searchTerm, llmTypeId, sortBy, page }: LibraryFilters): string {
  const query = new URLSearchParams();
  if (searchTerm) query.set("q", searchTerm);
  if (llmTypeId !== "all") query.set("llm", String(llmTypeId));
  if (sortBy !== NO_FILTERS.sortBy) query.set("sort", sortBy);
  if (page > 1) query.set("page", String(page));
  return query.size ? `/prompts?${query}` : "/prompts";
}

/** The same question to the API. */
export function listQueryOf({ searchTerm, llmTypeId, sortBy, page }: LibraryFilters): ListQuery {
  return {
    page,
    limit: LIBRARY_PAGE_SIZE,
    orderBy: sortBy,
    ...(llmTypeId !== "all" && { llmTypeId }),
    ...(searchTerm && { search: searchTerm }),
  };
}
