/** Previous and next page of a list, for `<link rel="prev">` and `<link rel="next">`. */

/**
 * @param list the API's response; without it there are no neighbours
 * @param pathOf URL of a page
 */
export function neighbours(
  list: { page: number; pages: number } | undefined,
  pathOf: (page: number) => string,
): { prev?: string; next?: string } {
  if (!list || list.page > list.pages) return {};
  return {
    ...(list.page > 1 && { prev: pathOf(list.page - 1) }),
    ...(list.page < list.pages && { next: pathOf(list.page + 1) }),
  };
}
