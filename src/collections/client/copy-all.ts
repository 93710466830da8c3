/** All texts of a collection as one text to paste. */
import type { CollectionItem } from "#collections/contract.ts";

/** Each text under its title; a line between them. */
export function allTexts(items: readonly CollectionItem[]): string {
  return items.map(({ prompt }) => `# ${prompt.title}\n\n${prompt.content}`).join("\n\n---\n\n");
}
