/** Paths of the Atom feeds. */

type FeedOf = [of: "site" | "works"] | [of: "tools" | "users" | "collections" | "tags", id: number | string];

export function feedPath(...[of, id]: FeedOf): string {
  if (of === "works") return "/feeds/funciona-hoje.xml";
  return of === "site" ? "/feed.xml" : `/feeds/${of}/${id}.xml`;
}
