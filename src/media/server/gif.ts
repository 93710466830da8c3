/** Detects truncated GIFs, which the decoder would accept with the remaining frames, and ends those that lack nothing else. */

/** Size in bytes of the colour table that a packed field announces (GIF89a, sections 18 and 20). */
const colourTable = (packed: number) => (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0);

/** Bytes of a data sub-block that others follow: encoders fill all but the last. */
const FULL_BLOCK = 255;

/**
 * Whether every picture that has begun is there (GIF89a, appendix B), up to the trailer, or where it is missing up to the end
 * or to other bytes: browsers show such a file. What is no picture may be cut.
 * @param bytes a file with a GIF header
 * @returns the file, with the end of its last picture's data if only that is missing; undefined for one that lacks more
 */
export function wholeGif(bytes: Buffer): Buffer | undefined {
  /** The last sub-block's length. */
  let last = 0;
  /** End of a chain of data sub-blocks: each starts with its length, an empty one ends the chain. */
  const skipBlocks = (start: number): number => {
    let at = start;
    for (last = 0; bytes[at]; at += 1 + last) last = bytes[at] as number;
    return at + 1;
  };
  /** Whether all may be there: a picture is, and none has been announced by its graphic control extension. */
  let shows = false;
  let at = 13 + colourTable(bytes[10] ?? 0);
  while (at < bytes.length) {
    const introducer = bytes[at];
    if (introducer === 0x3b) return bytes;
    if (introducer === 0x21) {
      if (bytes[at + 1] === 0xf9) shows = false;
      at = skipBlocks(at + 2);
    } else if (introducer === 0x2c) {
      at = skipBlocks(at + 11 + colourTable(bytes[at + 9] ?? 0));
      if (at <= bytes.length) shows = true;
      else return at === bytes.length + 1 && last > 0 && last < FULL_BLOCK ? ended(bytes) : undefined;
    } else break;
  }
  return shows ? bytes : undefined;
}

/** With an empty sub-block, and the trailer. */
const ended = (bytes: Buffer) => Buffer.concat([bytes, Buffer.of(0, 0x3b)]);
