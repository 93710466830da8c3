/** Converts between the list of public collections and its URL. */
import type { PublicListQuery } from "#collections/contract.ts";
import { PUBLIC_ORDERS, PUBLIC_PAGE_SIZE, type PublicOrder } from "#collections/limits.ts";
import { COLLECTION_LIST } from "#collections/paths.ts";
import { cleanSearchTerm } from "#library/client/library-filters.ts";
import { readPageNumber } from "#platform/client/page-number.ts";

export const LIST_PARAMETERS = ["q", "sort", "page"];

/** What a URL's query asks of the API; invalid parameters are ignored. */
export function listQueryOf(search: URLSearchParams): PublicListQuery {
  const words = cleanSearchTerm(search.get("q") ?? "");
  return {
    page: readPageNumber(search),
    limit: PUBLIC_PAGE_SIZE,
    orderBy: PUBLIC_ORDERS.find((order) => order === search.get("sort")) ?? PUBLIC_ORDERS[0],
    ...(words && { search: words }),
  };
}

interface Address {
  search?: string | undefined;
  orderBy?: PublicOrder;
  page?: number;
}

/** URL of the list; default values are omitted. */
export function collectionListPath({ search, orderBy = PUBLIC_ORDERS[0], page = 1 }: Address = {}): string {
  const query = new URLSearchParams();
  if (search) query.set("q", search);
  if (orderBy !== PUBLIC_ORDERS[0]) query.set("sort", orderBy);
  if (page > 1) query.set("page", String(page));
  return query.size ? `${COLLECTION_LIST}?${query}` : COLLECTION_LIST;
}
