/** Paths of the Atom feeds. */

type FeedOf = [of: "site"] | [of: "tools" | "users" | "collections", id: number | string];

export function feedPath(...[of, id]: FeedOf): string {
  return of === "site" ? "/feed.xml" : `/feeds/${of}/${id}.xml`;
}
