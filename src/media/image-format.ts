/** Tells a picture's format by its first bytes, whatever its name or its sender says. */

/** How many of the first bytes decide. */
export const FORMAT_BYTES = 256;

export type ImageFormat = "png" | "jpeg" | "gif" | "webp" | "avif";

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.slice(from, to));

/** The brands of an ISO media file (ISO/IEC 14496-12, section 4.3): what it says it can be read as. */
function brands(bytes: Uint8Array): string[] {
  if (bytes.length < 16 || text(bytes, 4, 8) !== "ftyp") return [];
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const end = Math.min(size, bytes.length, FORMAT_BYTES);
  const found = [text(bytes, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) found.push(text(bytes, at, at + 4));
  return found;
}

/**
 * @param bytes the beginning of a file, FORMAT_BYTES of it or more
 * @returns undefined for everything that is not accepted
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
 * Whether a file may be one of those whose movement the site keeps: any GIF, a WebP that says so (its flag ANIM).
 * @param bytes the beginning of a file, FORMAT_BYTES of it or more
 */
export function mayMove(bytes: Uint8Array, format: ImageFormat): boolean {
  if (format === "webp") return text(bytes, 12, 16) === "VP8X" && ((bytes[20] ?? 0) & 2) !== 0;
  return format === "gif";
}
