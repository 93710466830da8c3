/** Constants of results. Apart from the schemas, so that pages do not load those. */

export const OUTCOMES = ["worked", "partly", "failed"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Lengths in characters; the columns have the same limits. */
export const MODEL_LENGTH = 40;
export const MODEL_KEY_LENGTH = 160;
export const NOTE_LENGTH = 280;
/** People who have answered, from which results are shown. */
export const RESULTS_FROM = 3;
/** Models that one person may answer for, of one version of a prompt. */
export const MODELS_PER_PERSON = 10;
/** Most models with figures of their own in a prompt's results. */
export const MOST_MODELS = 12;
/** Notes of a page. */
export const NOTES_PAGE = 10;
/** Name of the task that a login has interrupted: sending a result. */
export const RESULT_TASK = "result";
/** Where a browser keeps what was copied in it: `[[id,…` (client/copied-prompts.ts). */
export const COPIED_KEY = "prompteca-copied";
/** How old an account must be for its answers to count, in milliseconds. */
export const FIRST_DAY_MS = 24 * 60 * 60 * 1000;
