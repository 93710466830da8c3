/** The start of a prompt's text for cards: words, without Markdown. */

/** Specification, section 9; in characters. */
const PREVIEW_LENGTH = 150;
/** UTF-16 units of the text that are read: more than enough, however much of them is markup. */
const LOOKED_AT = 1000;

/** Fences, headings, quotes and list marks at the start of a line; emphasis and code within it. */
const MARKUP = /^[^\S\n]*(?:(?:```|~~~).*|(?:#{1,6}|>|[-*+•])(?=\s)|[-*_=]{3,}[^\S\n]*$)|\*+|`+|~~/gmu;

const HEADING = /^[^\S\n]*#{1,6}[^\S\n]+(.*[^\s:.!?])[^\S\n]*$/gmu;

/** @returns up to 150 characters on one line; a longer text ends at a word, followed by `...` */
export function contentPreview(content: string): string {
  const start = content.slice(0, LOOKED_AT);
  const words = start.replace(HEADING, "$1:").replace(MARKUP, "").replace(/\s+/g, " ").trim();
  // Code points, not halves of them.
  const characters = [...(words || start.trim())];
  if (characters.length <= PREVIEW_LENGTH && content.length <= LOOKED_AT) return characters.join("");
  const whole = characters.slice(0, PREVIEW_LENGTH + 1).join("");
  const end = whole.lastIndexOf(" ");
  // A single endless word is cut.
  const preview = end > 0 ? whole.slice(0, end) : characters.slice(0, PREVIEW_LENGTH).join("");
  return `${preview.replace(/[\s.,;:–—-]+$/u, "")}...`;
}
