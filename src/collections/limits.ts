/** Limits of collections. Apart from the schemas, so that pages do not load those. */

/** In characters. */
export const TITLE_LENGTH = 80;
export const DESCRIPTION_LENGTH = 500;
export const NOTE_LENGTH = 280;

/** Public collections that their list, or a search of it, can reach. */
export const PUBLIC_REACH = 500;
/** On a page of that list. */
export const PUBLIC_PAGE_SIZE = 12;
/** Pictures of a collection in lists: of its first prompts. */
export const PICTURES = 3;
/** Orders of the list; the first is the default. */
export const PUBLIC_ORDERS = ["followed", "newest"] as const;
export type PublicOrder = (typeof PUBLIC_ORDERS)[number];
/** Collections that a prompt's page names. */
export const MOST_NAMED = 5;

/** Collections of one person. */
export const MOST_COLLECTIONS = 50;
/** Authors, collections and tags that one person follows. */
export const MOST_FOLLOWS = 200;
export const NEWS_PAGE_SIZE = 20;
/** Entries of one collection. */
export const MOST_ITEMS = 200;
