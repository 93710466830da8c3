/** The beginning of a prompt's text, as cards show it. */

/** Specification, section 9; in characters. */
const PREVIEW_LENGTH = 150;

/** @returns the first 150 characters followed by `...`, or a shorter text as it is; no character is cut in half */
export function contentPreview(content: string): string {
  // A character takes two units at most: more need not be looked at.
  const characters = [...content.slice(0, 2 * PREVIEW_LENGTH + 2)];
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join("")}...` : content;
}
