/** Whether a prompt's page was reached by publishing the prompt. */
import { useHistoryState } from "wouter/use-browser-location";

/** State of the history entry that publishing leads to. */
export const PUBLISHED = { published: true };

export const useJustPublished = (): boolean =>
  useHistoryState<Partial<typeof PUBLISHED> | null>()?.published === true;
