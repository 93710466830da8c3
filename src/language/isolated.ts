/** Sets somebody's text apart within a plain-text sentence; in pages, elements do that (app/client/styles.css). */

/** Letters and digits of the blocks that are written from right to left, or kept for such scripts (UAX #9, Bidi_Class R, AL, AN). */
const LEFTWARD =
  /(?=[\p{L}\p{N}])[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export const isLeftward = (text: string): boolean => LEFTWARD.test(text);

/** The text, which then turns nothing around beside it: between the marks U+2068 and U+2069 if it is written leftwards. */
export const isolated = (text: string): string => (isLeftward(text) ? `\u2068${text}\u2069` : text);
