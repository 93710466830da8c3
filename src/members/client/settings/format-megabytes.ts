/** Formats file sizes. */

/** @returns for example `0,3 MB` or `12,4 MB`; a megabyte is a million bytes */
export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1).replace(".", ",")} MB`;
}
