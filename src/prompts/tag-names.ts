/** How tags are written, and which spellings are one tag: the same in browser and server. */
import { foldText } from "#language/fold.ts";
import { singular } from "#language/singular.ts";
import { tagSlug } from "./tag-path.ts";

/** Letters, digits, and single spaces and hyphens between them; folded. */
const WRITTEN = /^[a-z0-9]+([ -][a-z0-9]+)*$/;

/** Removes a mark before a tag, and spaces too many. */
export const tidyTag = (typed: string): string =>
  typed
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(/^[\s#]+|\s+$/g, "");

export const isTagName = (name: string): boolean => WRITTEN.test(foldText(name));

/** Key shared by all spellings of one tag: without accents, case, plurals and hyphens. Also of a slug, its tag's. */
export const tagKey = (name: string): string => tagSlug(name).split("-").map(singular).join(" ");

/** The first spelling of each tag. */
export function distinctTags(names: readonly string[]): string[] {
  const spelled = new Map<string, string>();
  for (const name of names) if (!spelled.has(tagKey(name))) spelled.set(tagKey(name), name);
  return [...spelled.values()];
}

/** Whether two lists name the same tags in the same order. */
export const haveSameKeys = (one: readonly string[], other: readonly string[]): boolean =>
  one.map(tagKey).join() === other.map(tagKey).join();
