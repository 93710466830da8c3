/** Removes case and accents from text, exactly as the database's `fold(text)` does. */

/**
 * Decomposes (NFKD), drops combining marks U+0300–U+036F and lower-cases each character by itself.
 *
 * The capital sigma is replaced first: JavaScript lower-cases it by its neighbours, PostgreSQL does not.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("Σ", "σ")
    .toLowerCase();
}
