/** What a tag's page asks of the API. */
import { LIBRARY_PAGE_SIZE, TEXT_LIMITS } from "#prompts/catalog.ts";
import type { ListQuery } from "#prompts/contract.ts";

/** @param slug from the URL */
export const tagListQuery = (slug: string, page: number): ListQuery => ({
  page,
  limit: LIBRARY_PAGE_SIZE,
  orderBy: "top",
  // A longer one is none.
  tag: slug.length > TEXT_LIMITS.tag ? "" : slug,
});
