/** Paths of the Atom feeds, and of the page that explains them. */

type FeedOf =
  | [kind: "site" | "works"]
  | [kind: "tools" | "users" | "collections" | "tags", id: number | string];

export function feedPath(...[kind, id]: FeedOf): string {
  if (kind === "works") return "/feeds/funciona-hoje.xml";
  return kind === "site" ? "/feed.xml" : `/feeds/${kind}/${id}.xml`;
}

/** The page that tells what a feed is for, and has its address to copy: browsers save a feed, or show its code. */
export const FEED_PAGE = "/acompanhar";

export const feedPagePath = (kind: "users" | "collections" | "tags", id: number | string): string =>
  `${FEED_PAGE}?de=${kind}/${id}`;
