/** Paths of the Atom feeds. */

type FeedOf =
  | [kind: "site" | "works"]
  | [kind: "tools" | "users" | "collections" | "tags", id: number | string];

export function feedPath(...[kind, id]: FeedOf): string {
  if (kind === "works") return "/feeds/funciona-hoje.xml";
  return kind === "site" ? "/feed.xml" : `/feeds/${kind}/${id}.xml`;
}
