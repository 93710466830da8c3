/**
 * Cursors of lists: where a page ended, so that the next one goes on there, whatever is published or deleted meanwhile. They
 * hold the values that the list is sorted by, because the last row itself may be gone.
 */
import { messages } from "#language/messages.ts";
import type { Page } from "#platform/database/page.ts";
import { AppError } from "./errors.ts";

/** What a cursor has of each value; of a time the microseconds since 1970, 0 for never. */
const PARTS = { flag: /^[01]$/, count: /^\d{1,9}$/, time: /^-?\d{1,16}$/, id: /^\d{1,15}$/ };
export type CursorPart = keyof typeof PARTS;

function timeOf(part: string): string {
  if (Number(part) === 0) return "-infinity";
  const seconds = Math.floor(Number(part) / 1e6);
  const micros = Number(part) - seconds * 1e6;
  const second = new Date(seconds * 1000).toISOString().slice(0, -".000Z".length);
  return `${second}.${String(micros).padStart(6, "0")}Z`;
}

/** @throws AppError 400 for a cursor of another order */
function readCursor(parts: readonly CursorPart[], cursor: string): string[] {
  const values = cursor.split(".");
  if (values.length !== parts.length || !parts.every((part, at) => PARTS[part].test(values[at] ?? "")))
    throw new AppError(400, "validation_failed", messages.afterInvalid, { field: "after" });
  return values.map((value, at) => (parts[at] === "time" ? timeOf(value) : value));
}

/**
 * The page that is asked for. After a cursor it has one row more, as only that tells whether there is another page.
 * @throws AppError 400 for a cursor of another order
 */
export function toPage(
  { page, limit, after }: { page: number; limit: number; after?: string | undefined },
  parts: readonly CursorPart[],
): Page {
  return after === undefined
    ? { limit, offset: (page - 1) * limit }
    : { limit: limit + 1, offset: 0, after: readCursor(parts, after) };
}

/** A page with its cursor. @param rows as many as `toPage` says, or fewer at the end */
export function withCursor<
  List extends { data: unknown[]; pagination: { page: number; pages: number; more: boolean } },
>(
  list: List,
  rows: readonly { cursor?: string }[],
  { limit, after }: { limit: number; after?: string | undefined },
): List {
  const { page, pages, more } = list.pagination;
  const isMore = after === undefined ? page < pages || more : rows.length > limit;
  const next = isMore ? rows[Math.min(limit, rows.length) - 1]?.cursor : undefined;
  return {
    ...list,
    data: list.data.slice(0, limit),
    pagination: { ...list.pagination, ...(next && { next }) },
  };
}
