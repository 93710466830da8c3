/** A page's prompts as a schema.org list, in order. */

export function listed(prompts: readonly { id: number; title: string }[], origin: string): object {
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
