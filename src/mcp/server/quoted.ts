/** Writes what people wrote as quoted data: a JSON document, out of whose strings no text gets. */

/**
 * Characters that a model reads and a person does not see, such as tags (U+E0020) and marks of direction, and the sign that
 * would close an element around the document. A joiner is part of many emoji.
 */
const ESCAPED = /(?!\u200d)\p{Cf}|[\u2028\u2029<]/gu;

/** By character, of which there are some two hundred: a text may be nothing else. */
const escapes = new Map<string, string>();

function escapeUnits(character: string): string {
  const known = escapes.get(character);
  if (known !== undefined) return known;
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  const escaped = `\\u${units.join("\\u")}`;
  escapes.set(character, escaped);
  return escaped;
}

/** @returns JSON on one line; whoever parses it gets the very value */
export function quoted(value: unknown): string {
  return JSON.stringify(value).replace(ESCAPED, escapeUnits);
}
