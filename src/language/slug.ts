/** The readable part of addresses and file names. */
import { foldText } from "./fold.ts";

/** Length at most; with id, folder and extension within the limits of all file systems. */
const MAX_SLUG = 60;

/** @returns lower-case Latin letters and digits separated by hyphens; `fallback` when the text has none */
export function slugOf(text: string, fallback: string): string {
  const words = foldText(text)
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, "");
  return words || fallback;
}
