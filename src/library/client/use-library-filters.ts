/** The library's filters from the current URL. */

import { useMemo } from "react";
import { useAddressSearch } from "#ui/use-address-search.ts";
import { type LibraryFilters, readFilters } from "./library-filters.ts";

export function useLibraryFilters(): LibraryFilters {
  const search = useAddressSearch();
  return useMemo(() => readFilters(new URLSearchParams(search)), [search]);
}
