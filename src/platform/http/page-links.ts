/** `Link` headers that lead to the other pages of a list (RFC 8288). */
import type { FastifyReply } from "fastify";
import { API_V1, isVersioned } from "./api-version.ts";

/** A list's query as the route read it; undefined parameters were not in the request. */
type Query = Record<string, string | number | undefined>;

function linkTo(path: string, query: Query, relation: string): string {
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  );
  const search = new URLSearchParams(asked).toString();
  return `<${path}${search && `?${search}`}>; rel="${relation}"`;
}

/**
 * Links of a list whose pages have numbers: to the first, the last, and the neighbours.
 * @param path of the call, without the API's version
 * @param query of the call, with all filters
 * @param pages how many there are; 0 for an empty list
 * @param cursor where the next page begins, in a list that has cursors: of a page that a cursor led to it alone tells
 *   whether there is another
 */
export function numberedLinks(
  path: string,
  { after, ...query }: Query & { page: number },
  pages: number,
  cursor?: string,
): string {
  const { page } = query;
  const last = Math.max(pages, 1);
  const links: [relation: string, page: number, after?: string][] = [["first", 1]];
  if (page > 1) links.push(["prev", Math.min(page - 1, last)]);
  if (cursor || (after === undefined && page < last)) links.push(["next", page + 1, cursor]);
  links.push(["last", last]);
  return links
    .map(([relation, number, from]) => linkTo(path, { ...query, page: number, after: from }, relation))
    .join(", ");
}

/** Links go with the list, and so with the response cache. */
const written = new WeakMap<object, string>();

/**
 * The same for a list with its own page links, which belong to this path and query alone. Those of a corrected search lead to
 * what it was corrected to: meanwhile somebody may publish the word as it was typed.
 */
export const linksTo =
  (path: string, query: Query & { page: number }) =>
  (list: {
    pagination: { pages: number; next?: string | undefined };
    corrected?: string | undefined;
  }): string => {
    const known = written.get(list);
    if (known !== undefined) return known;
    const { pagination, corrected: search = query.search } = list;
    const links = numberedLinks(path, { ...query, search }, pagination.pages, pagination.next);
    written.set(list, links);
    return links;
  };

/**
 * Links of a list with a cursor: to the first page and the next one, as nothing names the one before.
 * @param next where the next page starts; null on the last one
 */
export function onwardLinks(path: string, next: string | number | null): string {
  const first = linkTo(path, {}, "first");
  return next === null ? first : `${first}, ${linkTo(path, { before: next }, "next")}`;
}

/** Returns links in paths with the API's version. */
export function withVersion(links: string): string {
  return links.replaceAll("</api/", `<${API_V1}/`);
}

/** Sends links with an answer that is not cached, in paths as the client wrote its own. */
export function sendLinks(reply: FastifyReply, links: string): void {
  reply.header("link", isVersioned(reply.request.originalUrl) ? withVersion(links) : links);
}
