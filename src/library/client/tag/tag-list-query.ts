/** What a tag's page asks of the API. */

import type { ListQuery } from "#library/contract.ts";
import { LIBRARY_PAGE_SIZE, TEXT_LIMITS } from "#prompts/catalog.ts";

/** @param slug from the URL */
export const tagListQuery = (slug: string, page: number): ListQuery => ({
  page,
  limit: LIBRARY_PAGE_SIZE,
  orderBy: "top",
  // A longer slug belongs to no tag.
  tag: slug.length > TEXT_LIMITS.tag ? "" : slug,
});
