/** The address of a prompt's remixes, with order and page, and what it asks of the API. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Fetcher, fetchApi } from "#platform/client/api.ts";
import { readPageNumber } from "#platform/client/page-number.ts";
import { LIBRARY_PAGE_SIZE, REMIX_ORDERS, type RemixOrder } from "#prompts/catalog.ts";
import type { PromptList, RemixesQuery } from "#prompts/contract.ts";
import { remixesPath } from "#prompts/remix-paths.ts";

/** @param search the address's query; what is wrong in it is left out */
export function remixesQuery(search: URLSearchParams) {
  const orderBy: RemixOrder = REMIX_ORDERS.find((order) => order === search.get("sort")) ?? "top";
  return { page: readPageNumber(search), limit: LIBRARY_PAGE_SIZE, orderBy };
}

/** @param page from 1 */
export function remixesPagePath(promptId: number, order: RemixOrder, page = 1): string {
  const parameters = new URLSearchParams();
  if (order !== "top") parameters.set("sort", order);
  if (page > 1) parameters.set("page", String(page));
  const query = parameters.toString();
  return remixesPath(promptId) + (query && `?${query}`);
}

/** A page of what was made from a prompt; the current one stays while the next one loads. */
export function remixesOptions(
  id: number,
  { page, limit, orderBy }: RemixesQuery,
  fetcher: Fetcher = fetchApi,
) {
  const path = `/api/prompts/${id}/remixes`;
  return queryOptions({
    queryKey: [path, page, orderBy],
    queryFn: () => fetcher<PromptList>(`${path}?page=${page}&limit=${limit}&orderBy=${orderBy}`),
    placeholderData: keepPreviousData,
  });
}
