/** Folds text so that case and accents no longer matter: the same folding as the database's `fold(text)`. */

/**
 * Compatibility-decomposes, drops combining marks U+0300–U+036F and lower-cases one character at a time.
 *
 * The capital sigma is lowered by itself because JavaScript would look at its neighbours, which PostgreSQL does not.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("Σ", "σ")
    .toLowerCase();
}
