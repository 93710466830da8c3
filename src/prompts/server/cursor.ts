/** What cursors of prompts' lists have, by order (platform/http/cursors.ts). */
import type { CursorPart } from "#platform/http/cursors.ts";
import type { SortOrder } from "#prompts/contract.ts";

/** Favourites are sorted as the newest. */
export const CURSORS: Record<SortOrder, readonly CursorPart[]> = {
  top: ["count", "time", "id"],
  newest: ["time", "id"],
  views: ["count", "time", "id"],
  works: ["time", "time", "id"],
};
