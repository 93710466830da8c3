/** The page of a list, as addresses say it. */

/** Largest page number of the API. */
const LAST_PAGE = 1_000_000;

/** @returns the parameter `page`, from 1; 1 where it is missing or wrong */
export function readPageNumber(search: URLSearchParams): number {
  const page = search.get("page") ?? "";
  const number = /^\d{1,7}$/.test(page) ? Number(page) : 1;
  return number >= 1 && number <= LAST_PAGE ? number : 1;
}
