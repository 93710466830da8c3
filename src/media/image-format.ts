/** Detects a picture's format from its first bytes, regardless of file name and declared type. */

/** Number of leading bytes needed for detection. */
export const FORMAT_BYTES = 256;

export type ImageFormat = "png" | "jpeg" | "gif" | "webp" | "avif";

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.slice(from, to));

/** Brands of an ISO media file: the formats it declares to conform to (ISO/IEC 14496-12, section 4.3). */
function brands(bytes: Uint8Array): string[] {
  if (bytes.length < 16 || text(bytes, 4, 8) !== "ftyp") return [];
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const end = Math.min(size, bytes.length, FORMAT_BYTES);
  const found = [text(bytes, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) found.push(text(bytes, at, at + 4));
  return found;
}

/**
 * @param bytes at least the first FORMAT_BYTES of a file
 * @returns undefined for formats that are not accepted
 */
export function imageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const head = text(bytes, 0, 12);
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (/^GIF8[79]a/.test(head)) return "gif";
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "webp";
  return brands(bytes).includes("avif") ? "avif" : undefined;
}

/**
 * Whether a file may be an animation that the site keeps animated: any GIF, or a WebP with the ANIM flag.
 * @param bytes at least the first FORMAT_BYTES of a file
 */
export function mayMove(bytes: Uint8Array, format: ImageFormat): boolean {
  if (format === "webp") return text(bytes, 12, 16) === "VP8X" && ((bytes[20] ?? 0) & 2) !== 0;
  return format === "gif";
}

/** Names of a PNG's chunks before its pixels (ISO/IEC 15948, section 5.3). */
function pngChunks(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const names: string[] = [];
  for (let at = 8; at + 8 <= bytes.length && names.at(-1) !== "IDAT"; at += 12 + view.getUint32(at))
    names.push(text(bytes, at + 4, at + 8));
  return names;
}

/**
 * Whether a file is an animation of which the site keeps the first frame alone: a PNG or an AVIF that moves.
 * @param bytes the beginning of a file, with all of a PNG's chunks before its pixels
 */
export function losesMovement(bytes: Uint8Array): boolean {
  const format = imageFormat(bytes);
  return format === "png" ? pngChunks(bytes).includes("acTL") : brands(bytes).includes("avis");
}
