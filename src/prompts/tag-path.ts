/** Addresses of tags' pages. Apart from tag-names.ts: readers need no folding of plurals. */
import { foldText } from "#language/fold.ts";

/** The list of all tags, as data. */
export const TAG_LIST = "/api/tags/all";

/** A tag's name in an address. */
export const tagSlug = (name: string): string =>
  foldText(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** @param page of the tag's prompts, from 1 */
export const tagPath = (slug: string, page = 1): string =>
  page > 1 ? `/tags/${slug}?page=${page}` : `/tags/${slug}`;
