/** Page and search of the admin's lists in the URL, so that the back button and bookmarks work. */

import { useMemo } from "react";
import { readFilters } from "#library/client/library-filters.ts";
import { useAddressSearch } from "#ui/use-address-search.ts";

export interface AdminAddress {
  /** From 1. */
  page: number;
  /** Empty without a search. */
  search: string;
}

/** Parses a URL's query, normalised as in the library; invalid parameters are ignored. */
export function readAdminAddress(query: URLSearchParams): AdminAddress {
  const { page, searchTerm } = readFilters(query);
  return { page, search: searchTerm };
}

/**
 * @param path of the screen, such as `/admin/users`
 * @param filter further parameters
 */
export function adminPath(
  path: string,
  { page, search }: AdminAddress,
  filter: Record<string, string> = {},
): string {
  const query = new URLSearchParams(filter);
  if (search) query.set("q", search);
  if (page > 1) query.set("page", String(page));
  return query.size ? `${path}?${query}` : path;
}

/** Page and search of the current URL. */
export function useAdminAddress(): AdminAddress {
  const query = useAddressSearch();
  return useMemo(() => readAdminAddress(new URLSearchParams(query)), [query]);
}
