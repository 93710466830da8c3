/** Numbers as Brazil writes them, the same text on every server and browser. */

/** @param count a whole number; 1234 becomes `1.234` */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ".");
}
