/** Lengths of texts: everywhere in characters (code points), as the API and PostgreSQL count them. */

/** @returns characters */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** For a field's `maxLength`, which browsers count in UTF-16: a character takes two of its units at most. */
export const unitsFor = (characters: number): number => 2 * characters;
