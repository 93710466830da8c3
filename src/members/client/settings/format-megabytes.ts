/** Sizes of files as people read them. */

/** @returns such as `0,3 MB` or `12,4 MB`, in millions of bytes */
export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1).replace(".", ",")} MB`;
}
