/** Formats numbers as in Brazil, with the same result on servers and browsers. */

/** @param count a whole number; 1234 becomes `1.234` */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ".");
}

/** @example countOf(1, "prompt", "prompts") // "1 prompt" */
export function countOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/**
 * A count for small spaces: exact below 100.000, then in thousands and millions, rounded down.
 * @param count a whole number; 1234567 becomes `1,2 mi`
 */
export function formatShort(count: number): string {
  if (count < 100_000) return formatCount(count);
  if (count < 1_000_000) return `${Math.floor(count / 1000)} mil`;
  return `${formatCount(Math.floor(count / 1_000_000))},${Math.floor(count / 100_000) % 10} mi`;
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

/** @param bytes a whole number; 1234567 becomes `1,2 MB` */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const text =
    unit === 0 || value >= 100 ? String(Math.floor(value)) : (Math.floor(value * 10) / 10).toFixed(1);
  return `${text.replace(".", ",").replace(/,0$/, "")} ${UNITS[unit]}`;
}
