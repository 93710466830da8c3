/** Writes what people wrote as quoted data: a JSON document, out of whose strings no text gets. */

/**
 * Characters that a model reads and a person does not see, such as tags (U+E0020) and marks of direction, and the sign that
 * would close an element around the document. A joiner is part of many emoji.
 */
const ESCAPED = /(?!\u200d)\p{Cf}|[\u2028\u2029<]/gu;

const escapeUnits = (character: string) =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

/** @returns JSON on one line; whoever parses it gets the very value */
export function quoted(value: unknown): string {
  return JSON.stringify(value).replace(ESCAPED, escapeUnits);
}
