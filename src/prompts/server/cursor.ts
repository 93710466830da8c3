/**
 * Cursors of lists: where a page ended, so that the next one goes on there, whatever is published or deleted meanwhile. They
 * hold the values that the list is sorted by, because the last prompt itself may be gone. Favourites are sorted as the newest.
 */
import { AppError } from "#platform/http/errors.ts";
import type { PromptList, SortOrder } from "#prompts/contract.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { ORDERS, type PromptRow } from "./prompt-rows.queries.ts";

/**
 * The values that the prompt before a page is sorted by.
 * @throws AppError 400 for a cursor of another order
 */
export function readCursor(order: SortOrder, cursor: string): string[] {
  const parts = cursor.split(".");
  if (order === "works" || parts.length !== ORDERS[order].length)
    throw new AppError(400, "validation_failed", inputMessages.afterInvalid, { field: "after" });
  const [id = "", time = ""] = parts.splice(-2).reverse();
  const [seconds, micros] = [Math.floor(Number(time) / 1e6), Number(time) % 1e6];
  const second = new Date(seconds * 1000).toISOString().slice(0, -".000Z".length);
  return [...parts, `${second}.${String(micros).padStart(6, "0")}Z`, id];
}

/** Rows that a page is read with: one more, where only that tells whether there is another page. */
export const rowsFor = ({ limit, after }: { limit: number; after?: string | undefined }): number =>
  after === undefined ? limit : limit + 1;

/** A page with its cursor. @param rows as many as `rowsFor` says, or fewer at the end */
export function withCursor(
  list: PromptList,
  rows: readonly PromptRow[],
  { limit, after }: { limit: number; after?: string | undefined },
): PromptList {
  const { pagination } = list;
  const isMore = after === undefined ? pagination.page < pagination.pages : rows.length > limit;
  const next = isMore ? rows[Math.min(limit, rows.length) - 1]?.cursor : undefined;
  return { ...list, data: list.data.slice(0, limit), pagination: { ...pagination, ...(next && { next }) } };
}
