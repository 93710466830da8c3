/** Converts between the library's filters and its URL, so that views can be shared and the back button works. */
import { FILTERS, LIBRARY_PAGE_SIZE, SORT_ORDERS, type SortOrder, TEXT_LIMITS } from "#prompts/catalog.ts";
import type { ListFilter, ListQuery } from "#prompts/contract.ts";

/** Specification, section 3: filter state. */
export interface LibraryFilters extends Required<ListFilter> {
  searchTerm: string;
  sortBy: SortOrder;
  /** From 1. */
  page: number;
}

/** Query parameters of the library. */
export const LIBRARY_PARAMETERS = ["q", ...FILTERS.map(({ parameter }) => parameter), "sort", "page"];

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
  const chosen = FILTERS.map(({ name, parameter, choices }) => {
    const choice = choices.find(({ id }) => String(id) === search.get(parameter));
    return [name, choice?.id ?? "all"];
  });
  const page = search.get("page") ?? "";
  const number = /^\d{1,7}$/.test(page) ? Number(page) : 1;
  return {
    searchTerm: cleanSearchTerm(search.get("q") ?? ""),
    ...(Object.fromEntries(chosen) as Required<ListFilter>),
    sortBy: SORT_ORDERS.find((order) => order === search.get("sort")) ?? "top",
    page: number >= 1 && number <= LAST_PAGE ? number : 1,
  };
}

export const NO_FILTERS = readFilters(new URLSearchParams());

/** URL of the library with these filters; default values are omitted. */
export function libraryPath({ searchTerm, sortBy, page, ...filter }: LibraryFilters): string {
  const query = new URLSearchParams();
  if (searchTerm) query.set("q", searchTerm);
  for (const { name, parameter } of FILTERS)
    if (filter[name] !== "all") query.set(parameter, String(filter[name]));
  if (sortBy !== NO_FILTERS.sortBy) query.set("sort", sortBy);
  if (page > 1) query.set("page", String(page));
  return query.size ? `/prompts?${query}` : "/prompts";
}

/** The same filters as a query of the API. */
export function listQueryOf({
  searchTerm: search,
  sortBy: orderBy,
  page,
  ...filter
}: LibraryFilters): ListQuery {
  const set: ListFilter = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== "all"));
  return { page, limit: LIBRARY_PAGE_SIZE, orderBy, ...set, ...(search && { search }) };
}
