/** Limits of the MCP server. */

/** Results of a page. */
export const MOST_RESULTS = 20;
export const USUAL_RESULTS = 10;
/** Pages that a search reaches: with the largest ones, as many prompts as lists walk without an anchor. */
export const MOST_PAGES = 50;
/** Characters of a prompt's text in a list. */
export const EXCERPT_LENGTH = 280;
/** Prompts of one answer to `prompts/list`; each is split at its variables. */
export const LISTED_PROMPTS = 25;
/** Variables of a prompt that clients ask for. */
export const MOST_ARGUMENTS = 40;
/** Values of a call, and their lengths in characters. */
export const MOST_VALUES = 100;
export const LONGEST_VALUE = 4000;
/** Characters of a filled prompt: a variable may stand in a text thousands of times. */
export const LONGEST_FILLED = 100_000;
/** Bytes of a message, unless its sender may publish, pictures included. */
export const MESSAGE_BYTES = 128 * 1024;
/** Names of a message, of its parameters and of its arguments: the SDK looks at each several times. */
export const MOST_NAMES = 200;
/** Messages of a batch. */
export const MOST_BATCHED = 10;
/** Bytes of a batch's answers from which on the rest of its messages is refused. */
export const BATCH_BYTES = 500_000;
/** Milliseconds for one message. Statements of the database end before. */
export const ANSWER_TIME = 25_000;
/** Characters of a variable's name, or of the words before a blank that has none. */
export const LONGEST_NAME = 120;
