/** The image library with everything but the accepted formats shut off; nothing else in the server imports it. */
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";

// Of the formats that the library reads, the five we accept; SVG only from files, and an upload is never one.
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

// Every upload is another picture, so that a cache would only hold memory; the queue decides what runs at once.
sharp.cache(false);
sharp.concurrency(1);

export { sharp };

/** Pixels in memory, 8 bits per channel. */
export interface Pixels {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

/** A pipeline over pixels in memory. */
export function fromPixels({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** What a pipeline gives, as pixels in memory. */
export function pixelsOf(pipeline: Sharp): Promise<Pixels> {
  return pipeline.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
}

/**
 * Draws an SVG of our own making. Never call it with one that somebody sent.
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
