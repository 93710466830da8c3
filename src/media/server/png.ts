/** Mends PNGs whose pixels are all there, and whose end or checksums are not: browsers show such a file. */
import { promisify } from "node:util";
import { constants, crc32, deflate, inflate, inflateRaw } from "node:zlib";

/** Bytes of pixels: they are unpacked whole. */
const MOST_PIXELS = 64 * 1024 * 1024;
/** Samples of a pixel by colour type (ISO/IEC 15948, 11.2.2). */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Where the pixels of Adam7's passes begin, and how far apart they are: x, y, x, y. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Chunks that are looked at: the largest file in parts of 8 KB has 640, and an empty one takes 150 bytes of the heap. */
export const MOST_CHUNKS = 10_000;

/** Bytes of all lines, a filter's byte before each. */
function unpackedLength(header: Buffer): number {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bits = (header[8] ?? 0) * (SAMPLES[header[9] ?? 0] ?? 0);
  const passes = header[12] === 1 ? PASSES : [[0, 0, 1, 1] as const];
  return passes.reduce((sum, [x, y, right, down]) => {
    const [columns, lines] = [Math.ceil((width - x) / right), Math.ceil((height - y) / down)];
    return columns > 0 && lines > 0 ? sum + lines * (1 + Math.ceil((columns * bits) / 8)) : sum;
  }, 0);
}

/**
 * @param png that the decoder has refused
 * @returns undefined for one that lacks pixels, or whose pixels no checksum vouches for although some are there
 */
export async function mendedPng(png: Buffer): Promise<Buffer | undefined> {
  const kept: Buffer[] = [png.subarray(0, 8)];
  const packed: Buffer[] = [];
  let isIntact = true;
  for (let at = 8, chunks = 0; at + 8 <= png.length; chunks++) {
    if (chunks === MOST_CHUNKS) return undefined;
    const end = at + 8 + png.readUInt32BE(at);
    const name = png.toString("latin1", at + 4, at + 8);
    if (name === "IDAT") {
      packed.push(png.subarray(at + 8, end));
      if (end + 4 <= png.length && crc32(png.subarray(at + 4, end)) !== png.readUInt32BE(end))
        isIntact = false;
    } else if (packed.length > 0) break;
    else kept.push(png.subarray(at, end + 4));
    at = end + 4;
  }
  const length = unpackedLength(png.subarray(16, 29));
  if (packed.length === 0 || length > MOST_PIXELS) return undefined;
  const pixels = await unpack(Buffer.concat(packed), length, isIntact);
  if (!pixels) return undefined;
  // Only stored: it is unpacked again at once.
  const stored = await promisify(deflate)(pixels, { level: constants.Z_NO_COMPRESSION });
  return Buffer.concat([...kept, chunk("IDAT", stored), chunk("IEND", Buffer.of())]);
}

/** @param isIntact whether the chunks' checksums are right; otherwise that of the pixels must be */
async function unpack(packed: Buffer, length: number, isIntact: boolean): Promise<Buffer | undefined> {
  const settings = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 2 * length + 1024 };
  const [whole, data] = isIntact ? [inflateRaw, packed.subarray(2)] : [inflate, packed];
  const pixels = await promisify(whole)(
    data,
    isIntact ? settings : { maxOutputLength: settings.maxOutputLength },
  ).catch(() => undefined);
  return pixels && pixels.length >= length ? pixels.subarray(0, length) : undefined;
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
