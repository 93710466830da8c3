/** Page and search of the admin's lists, in the address of the page: the back button works, a view can be kept. */
import { useMemo } from "react";
import { useRouter } from "wouter";
import { readFilters } from "#prompts/client/library/library-filters.ts";

export interface AdminAddress {
  /** From 1. */
  page: number;
  /** Empty when nothing is searched for. */
  search: string;
}

/** What an address asks for, cleaned as the library's is; anything it says wrongly counts as not said. */
export function readAdminAddress(query: URLSearchParams): AdminAddress {
  const { page, searchTerm } = readFilters(query);
  return { page, search: searchTerm };
}

/** @param path of the screen, such as `/admin/users` */
export function adminPath(path: string, { page, search }: AdminAddress): string {
  const query = new URLSearchParams();
  if (search) query.set("q", search);
  if (page > 1) query.set("page", String(page));
  return query.size ? `${path}?${query}` : path;
}

/** Page and search as the address has them at this moment, read as they are written: wouter's own hook decodes twice. */
export function useAdminAddress(): AdminAddress {
  const router = useRouter();
  const query = router.searchHook(router);
  return useMemo(() => readAdminAddress(new URLSearchParams(query)), [query]);
}
