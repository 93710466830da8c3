/** What a login interrupts when somebody is about to save a prompt. */
export const SAVE_TASK = "collect";
