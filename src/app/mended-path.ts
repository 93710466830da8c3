/** Addresses that messengers and people cut, extend or capitalise lead where they were meant to lead. */
import { findRedirect, findRoute, notFoundRoute } from "./routes.ts";

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Cut within a character.
    return segment.replace(/%.*/, "");
  }
}

/** How the values of parameters are written, where capitals and small letters do not tell two apart. */
const CAPITALS: Record<string, (value: string) => string> = {
  id: (value) => value.toLowerCase(),
  code: (value) => value.toUpperCase(),
};

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Without the signs around it, and what follows a sign or a space: `33).` and `33.Veja` are `33`. Ids and names have none;
 * tags may be written as people write them.
 */
function tidy(segment: string, name = ""): string {
  const [start = ""] = decode(segment)
    .replace(INVISIBLE, "")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .split(name === "slug" ? /[^\p{L}\p{M}\p{N} _-]/u : /[^\p{L}\p{M}\p{N}_-]/u);
  // Up to the last letter or digit: an expression for what is after it would begin anew at each sign of a long run.
  const value = /^.*[\p{L}\p{N}]/u.exec(start)?.[0] ?? "";
  return CAPITALS[name]?.(value) ?? value;
}

/** The path of the page whose address consists of these segments, tidied. */
function pathOf(segments: string[]): string | undefined {
  const lower = `/${segments.map((segment) => tidy(segment).toLowerCase()).join("/")}`;
  if (findRedirect(lower, "")) return lower;
  const { route } = findRoute(lower);
  if (route === notFoundRoute) return undefined;
  const parts = route.pattern.split("/").slice(1);
  const mended = parts.map((part, i) =>
    part.startsWith(":") ? encodeURIComponent(tidy(segments[i] ?? "", part.slice(1))) : part,
  );
  return `/${mended.join("/")}`;
}

/**
 * @param path without query, as asked for
 * @returns the path of a page, for one that no page can have, with the query if that was escaped; undefined for all others
 */
export function mendPath(path: string): string | undefined {
  const asked = findRoute(path);
  const isTidy = Object.entries(asked.params).every(([name, value]) => tidy(value, name) === decode(value));
  if (asked.route !== notFoundRoute && isTidy) return undefined;
  // Programs that take an address for one word escape its slashes and question mark.
  const [way = "", stuck = ""] = path.split(/%3f(.*)/is);
  const segments = way.split(/\/|%2f|%5c/i).filter((segment) => tidy(segment));
  // Another address may follow a sign: `33](https://…)`.
  const end = segments.findIndex((segment) => tidy(segment) !== decode(segment)) + 1;
  const mended = pathOf(segments) ?? (end > 0 ? pathOf(segments.slice(0, end)) : undefined);
  const query = /=|%3d/i.test(stuck) ? `?${new URLSearchParams(decode(stuck))}` : "";
  return mended && mended + query;
}

/** A query whose link token ends where tokens do: they consist of letters, digits, hyphens and underscores. */
export const mendQuery = (query: string): string =>
  query.replace(/([?&]token(?:_hash)?=[\w-]+)[^\w&=-][^&]*/, "$1");
