/** Path of an author's public page. */

/** @param page of their prompts, from 1 */
export function authorPath(userId: string, page = 1): string {
  return page > 1 ? `/users/${userId}?page=${page}` : `/users/${userId}`;
}
