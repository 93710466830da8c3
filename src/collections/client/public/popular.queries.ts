/** The query of the most followed collections. Apart: the home page's first visit loads it. */
import { queryOptions } from "@tanstack/react-query";
import type { PublicCollections } from "#collections/contract.ts";
import { type Fetcher, fetchApi } from "#platform/client/api.ts";

const POPULAR = "/api/collections/public?limit=4";

/** A row of them. */
export const popularOptions = (fetcher: Fetcher = fetchApi) =>
  queryOptions({ queryKey: [POPULAR], queryFn: () => fetcher<PublicCollections>(POPULAR) });
