/** What the library asks of the API. Apart from its filters, which every page loads for its search field. */
import { defaultOrder } from "#library/catalog.ts";
import type { ListFilter, ListQuery } from "#library/contract.ts";
import { LIBRARY_PAGE_SIZE } from "#prompts/catalog.ts";
import type { LibraryFilters } from "./library-filters.ts";

/** The filters as a query of the API. */
export function listQueryOf({
  searchTerm: search,
  exact,
  works,
  sortBy,
  page,
  tag,
  ...filter
}: LibraryFilters): ListQuery {
  const set: ListFilter = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== "all"));
  return {
    page,
    limit: LIBRARY_PAGE_SIZE,
    orderBy: sortBy ?? defaultOrder(search),
    ...set,
    ...(works && { works: "today" as const }),
    ...(tag && { tag }),
    ...(search && { search, spelling: exact ? "suggest" : "correct" }),
  };
}
