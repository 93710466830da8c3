/** Detects truncated GIFs, which the decoder would accept with the remaining frames. */

/** Size in bytes of the colour table that a packed field announces (GIF89a, sections 18 and 20). */
const colourTable = (packed: number) => (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0);

/**
 * Whether every block that has begun is whole (GIF89a, appendix B), up to the trailer, or where it is missing up to the end
 * or to other bytes: browsers show such a file.
 * @param bytes a file with a GIF header
 */
export function isWholeGif(bytes: Buffer): boolean {
  /** End of a chain of data sub-blocks: each starts with its length, an empty one ends the chain. */
  const skipBlocks = (start: number): number => {
    let at = start;
    while (bytes[at]) at += 1 + (bytes[at] as number);
    return at + 1;
  };
  /** Whether all may be there: a picture is, and none has been announced by its graphic control extension. */
  let shows = false;
  let at = 13 + colourTable(bytes[10] ?? 0);
  while (at < bytes.length) {
    const introducer = bytes[at];
    if (introducer === 0x3b) return true;
    if (introducer === 0x21) {
      if (bytes[at + 1] === 0xf9) shows = false;
      at = skipBlocks(at + 2);
    } else if (introducer === 0x2c) {
      shows = true;
      at = skipBlocks(at + 11 + colourTable(bytes[at + 9] ?? 0));
    } else return shows;
  }
  return shows && at === bytes.length;
}
