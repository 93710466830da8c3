/** Prepares the site's growth for the plots: by day, or summed by week. */
import type { SiteHealth } from "#admin/contract.ts";

export interface Span {
  /** First and last day, as `2026-11-21`; the same for a single day. */
  from: string;
  to: string;
  people: number;
  prompts: number;
  likes: number;
}

export type Series = "people" | "prompts" | "likes";

const DAY = 24 * 60 * 60 * 1000;

function dayAfter(first: string, days: number): string {
  return new Date(Date.parse(first) + days * DAY).toISOString().slice(0, 10);
}

/**
 * The last spans of a history, oldest first; the last one ends today.
 * @param length of a span, in days
 * @param count of spans, within the history
 */
export function spansOf(history: SiteHealth["history"], length: number, count: number): Span[] {
  const days = history.people.length;
  const sum = (values: readonly number[], start: number) =>
    values.slice(start, start + length).reduce((total, value) => total + value, 0);
  return Array.from({ length: count }, (_, index) => {
    const start = days - (count - index) * length;
    return {
      from: dayAfter(history.first_day, start),
      to: dayAfter(history.first_day, start + length - 1),
      people: sum(history.people, start),
      prompts: sum(history.prompts, start),
      likes: sum(history.likes, start),
    };
  });
}

/** @example shortDay("2026-11-21") // "21/11" */
function shortDay(day: string): string {
  const [, month, date] = day.split("-");
  return `${date}/${month}`;
}

/** @example nameOf({ from: "2026-11-15", to: "2026-11-21", … }) // "15/11 a 21/11" */
export function nameOf({ from, to }: Span): string {
  return from === to ? shortDay(from) : `${shortDay(from)} a ${shortDay(to)}`;
}
