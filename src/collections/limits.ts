/** Limits of collections. Apart from the schemas, so that pages do not load those. */

/** In characters. */
export const TITLE_LENGTH = 80;
export const DESCRIPTION_LENGTH = 500;
export const NOTE_LENGTH = 280;

/** Collections of one person. */
export const MOST_COLLECTIONS = 50;
/** Authors and collections that one person follows. */
export const MOST_FOLLOWS = 200;
export const NEWS_PAGE_SIZE = 20;
/** Entries of one collection. */
export const MOST_ITEMS = 200;
