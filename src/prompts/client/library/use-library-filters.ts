/** The library's filters from the current URL. */
import { useMemo } from "react";
import { useRouter } from "wouter";
import { type LibraryFilters, readFilters } from "./library-filters.ts";

/** Not wouter's `useSearch`, which decodes twice and so breaks `%25`. */
export function useLibraryFilters(): LibraryFilters {
  const router = useRouter();
  const search = router.searchHook(router);
  return useMemo(() => readFilters(new URLSearchParams(search)), [search]);
}
