/** The library's filters as the address has them at this moment. */
import { useMemo } from "react";
import { useRouter } from "wouter";
import { type LibraryFilters, readFilters } from "./library-filters.ts";

/** BatchedReads the address as it is written: wouter's own `useSearch` decodes it once more, which a `%25` does not survive. */
export function useLibraryFilters(): LibraryFilters {
  const router = useRouter();
  const search = router.searchHook(router);
  return useMemo(() => readFilters(new URLSearchParams(search)), [search]);
}
