/** The start of a prompt's text for cards. */

/** Specification, section 9; in characters. */
const PREVIEW_LENGTH = 150;

/** @returns the first 150 characters followed by `...`, or a shorter text unchanged; never half a surrogate pair */
export function contentPreview(content: string): string {
  // A character takes at most two UTF-16 units.
  const characters = [...content.slice(0, 2 * PREVIEW_LENGTH + 2)];
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join("")}...` : content;
}
