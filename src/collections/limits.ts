/** Limits of collections. Apart from the schemas, so that pages do not load those. */

/** In characters. */
export const TITLE_LENGTH = 80;
export const DESCRIPTION_LENGTH = 500;
export const NOTE_LENGTH = 280;

/** Collections of one person. */
export const MOST_COLLECTIONS = 50;
/** Entries of one collection. */
export const MOST_ITEMS = 200;
