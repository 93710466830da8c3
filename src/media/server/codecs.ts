/** The image library, restricted to the accepted formats. No other module imports sharp. */
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import sharp, { type Metadata, type Sharp } from "sharp";

// The five accepted formats, and SVG from files for our own drawings: uploads are decoded from memory.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadPng",
    "VipsForeignLoadJpeg",
    "VipsForeignLoadWebp",
    "VipsForeignLoadNsgif",
    "VipsForeignLoadHeif",
    "VipsForeignLoadSvgFile",
  ],
});

// No upload is decoded twice, so a cache would only take memory. The queues limit concurrency.
sharp.cache(false);
sharp.concurrency(1);

export { type Metadata, sharp };

/** Pixels in memory, 8 bits per channel. */
export interface Pixels {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

/** Starts a pipeline from pixels. */
export function fromPixels({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** Runs a pipeline. @returns its pixels */
export function pixelsOf(pipeline: Sharp): Promise<Pixels> {
  return pipeline.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
}

/** Pixels whose computation takes some hundredths of a second. */
const PIECE = 500_000;

/**
 * Has pixels computed in pieces, between which readers have their turn.
 * @param compute one piece, from a byte of the data to another
 */
export async function inPieces(
  { data, info: { channels } }: Pixels,
  compute: (from: number, to: number) => void,
): Promise<void> {
  const step = PIECE * channels;
  for (let from = 0; from < data.length; from += step) {
    compute(from, Math.min(from + step, data.length));
    await setImmediate();
  }
}

/**
 * Renders an SVG. Only for our own drawings: never call it with user input.
 * @param svg with a `viewBox`
 * @param width of the result, in pixels
 */
export async function drawSvg(svg: string, width: number): Promise<Pixels> {
  const path = join(tmpdir(), `prompteca-${randomUUID()}.svg`);
  try {
    await writeFile(path, svg, { flag: "wx", mode: 0o600 });
    const { width: natural } = await sharp(path).metadata();
    return await pixelsOf(sharp(path, { density: (72 * width) / natural }).resize({ width }));
  } finally {
    await rm(path, { force: true });
  }
}
