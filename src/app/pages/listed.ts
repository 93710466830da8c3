/** A page's prompts for search engines, in the words of schema.org. */

/** Prompts as a list, in order. */
function listed(prompts: readonly { id: number; title: string }[], origin: string): object {
  return {
    "@type": "ItemList",
    numberOfItems: prompts.length,
    itemListElement: prompts.map(({ id, title }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: title,
      url: `${origin}/prompts/${id}`,
    })),
  };
}

/** A page that lists prompts. @param more of this page alone */
export function collectionPage(
  page: { name: string; description: string; path: string },
  prompts: readonly { id: number; title: string }[],
  origin: string,
  more: object = {},
): object {
  const { name, description, path } = page;
  return {
    "@type": "CollectionPage",
    name,
    description,
    url: origin + path,
    inLanguage: "pt-BR",
    ...more,
    mainEntity: listed(prompts, origin),
  };
}
