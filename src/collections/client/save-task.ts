/** Name of the interrupted task in which somebody was about to save a prompt. */
export const SAVE_TASK = "collect";
