/** Chooses the page numbers of a pagination. */

/** A page number, or a gap. */
type PageNumber = number | "…";

/**
 * At most seven entries (specification, section 5): all pages up to 7; near the beginning 1 to 5 and the last; near the
 * end the first and the last five; else the first, the current one between its neighbours, and the last.
 * @param page the current page, from 1
 * @param total number of pages
 */
export function pageNumbers(page: number, total: number): PageNumber[] {
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);
  if (total <= 7) return range(1, total);
  if (page <= 4) return [...range(1, 5), "…", total];
  if (page >= total - 3) return [1, "…", ...range(total - 4, total)];
  return [1, "…", page - 1, page, page + 1, "…", total];
}
