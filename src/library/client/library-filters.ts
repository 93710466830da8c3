/** Converts between the library's filters and its URL, so that views can be shared and the back button works. */

import { defaultOrder, FILTERS } from "#library/catalog.ts";
import type { ListFilter } from "#library/contract.ts";
import { readPageNumber } from "#platform/client/page-number.ts";
import { SORT_ORDERS, type SortOrder, TEXT_LIMITS } from "#prompts/catalog.ts";

/** Specification, section 3: filter state. */
export interface LibraryFilters extends Required<Omit<ListFilter, "works">> {
  /** Only what somebody has confirmed lately: "Testados há pouco", `funciona=hoje`. */
  works: boolean;
  /** A tag's name in addresses, or another spelling; empty for none. */
  tag: string;
  searchTerm: string;
  /** Whether the term is searched as it is, even if that finds nothing. */
  exact: boolean;
  /** null for the default: relevance for a search, likes otherwise. */
  sortBy: SortOrder | null;
  /** From 1. */
  page: number;
}

/** Query parameters of the library. */
export const LIBRARY_PARAMETERS = [
  "q",
  ...FILTERS.map(({ parameter }) => parameter),
  "tag",
  "funciona",
  "sort",
  "exact",
  "page",
];

/** Control characters and lone surrogates, which no prompt contains and the API refuses. */
const unsearchable = /\p{Cc}|\p{Cs}/gu;

/** A search term as stored in the URL: trimmed and cut at the limit. */
export function cleanSearchTerm(typed: string, limit: number = TEXT_LIMITS.search): string {
  const letters = [...typed.replace(unsearchable, " ")].slice(0, limit);
  // One character can fold to 18 letters (NFKD), and the API limits the folded length: such a term is cut to a twentieth.
  const isLong = letters.join("").normalize("NFKD").length > 4 * limit;
  return letters
    .slice(0, isLong ? limit / 20 : limit)
    .join("")
    .trim();
}

/** Parses a URL's query; invalid parameters are ignored. */
export function readFilters(search: URLSearchParams): LibraryFilters {
  const chosen = FILTERS.map(({ name, parameter, choices }) => {
    const choice = choices.find(({ id }) => String(id) === search.get(parameter));
    return [name, choice?.id ?? "all"];
  });
  const searchTerm = cleanSearchTerm(search.get("q") ?? "");
  const sortBy = SORT_ORDERS.find((order) => order === search.get("sort")) ?? null;
  return {
    searchTerm,
    exact: searchTerm !== "" && search.get("exact") === "1",
    tag: cleanSearchTerm(search.get("tag") ?? "", TEXT_LIMITS.tag),
    ...(Object.fromEntries(chosen) as Required<Omit<ListFilter, "works">>),
    works: search.get("funciona") === "hoje",
    sortBy: sortBy === defaultOrder(searchTerm) ? null : sortBy,
    page: readPageNumber(search),
  };
}

export const NO_FILTERS = readFilters(new URLSearchParams());

/** URL of the library with these filters; default values are omitted. */
export function libraryPath({
  searchTerm,
  exact,
  tag,
  works,
  sortBy,
  page,
  ...filter
}: LibraryFilters): string {
  const query = new URLSearchParams();
  if (searchTerm) query.set("q", searchTerm);
  for (const { name, parameter } of FILTERS)
    if (filter[name] !== "all") query.set(parameter, String(filter[name]));
  if (tag) query.set("tag", tag);
  if (works) query.set("funciona", "hoje");
  if (sortBy && sortBy !== defaultOrder(searchTerm)) query.set("sort", sortBy);
  if (exact && searchTerm) query.set("exact", "1");
  if (page > 1) query.set("page", String(page));
  return query.size ? `/prompts?${query}` : "/prompts";
}
