/** Draws a still picture again, small enough for the site. In a worker, or on the page where that cannot draw. */
import { MAX_IMAGE_BYTES, MAX_IMAGE_SIDE } from "#media/contract.ts";
import type { ImageFormat } from "#media/image-format.ts";

/** Longest sides in pixels to try, in order; the site shows 1600 at most. */
const SIDES = [1600, 1000];

/** Pictures that need no other size and have at most so many bytes are sent as they are. */
const LIGHT_BYTES = 1024 * 1024;

const QUALITY = 0.9;

/**
 * Scales dimensions down, never up, so that the longest side is at most `side`; whole pixels. Tall pictures, such as
 * captures of a long page, keep half of that as their width: otherwise their text could not be read.
 */
export function shownSize(width: number, height: number, side = 1600): { width: number; height: number } {
  const tall = Math.min(Math.max(side / height, side / 2 / width), MAX_IMAGE_SIDE / height);
  const scale = Math.min(1, side / width, tall);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Side of the pattern, in pixels: large enough for browsers that leave small canvases alone. */
const PATTERN_SIDE = 256;

/** Squares of all colours, none beside its like. */
function drawPattern(context: Context2D): void {
  for (let at = 0; at < 1024; at++) {
    context.fillStyle = `rgb(${(at * 37) % 256} ${(at * 91) % 256} ${(at * 151) % 256})`;
    context.fillRect((at % 32) * 8, (at >> 5) * 8, 8, 8);
  }
}

/** The colour that {@link drawPattern} must have painted at a pixel, by its index. */
function patternAt(pixel: number): number[] {
  const at = ((Math.floor(pixel / PATTERN_SIDE) >> 3) << 5) + ((pixel % PATTERN_SIDE) >> 3);
  return [(at * 37) % 256, (at * 91) % 256, (at * 151) % 256, 255];
}

/** Values by which a square's middle may be another colour in lossy formats: twice what encoders change. */
const LOSS = 24;

/** @param lossy whether the edges of squares may be blurred */
function showsPattern(context: Context2D, lossy = false): boolean {
  const { data } = context.getImageData(0, 0, PATTERN_SIDE, PATTERN_SIDE);
  if (!lossy) return data.every((value, at) => value === patternAt(at >> 2)[at % 4]);
  return data.every((value, at) => {
    const pixel = at >> 2;
    const isMiddle = pixel % 8 === 4 && Math.floor(pixel / PATTERN_SIDE) % 8 === 4;
    return !isMiddle || Math.abs(value - Number(patternAt(pixel)[at % 4])) <= LOSS;
  });
}

/**
 * Browsers that guard against being recognised give back other pixels than were drawn. So a known pattern goes the way of
 * the picture: without loss first, where every pixel counts, and in the format that is sent.
 * @throws when it comes back changed
 */
async function checkReading(type = "image/png"): Promise<void> {
  const drawn = createCanvas(PATTERN_SIDE, PATTERN_SIDE);
  const read = createCanvas(PATTERN_SIDE, PATTERN_SIDE);
  if (drawn.context && read.context) {
    drawPattern(drawn.context);
    const blob = showsPattern(drawn.context) && (await drawn.write(type));
    if (blob) {
      const picture = await createImageBitmap(blob);
      read.context.drawImage(picture, 0, 0);
      picture.close();
      if (showsPattern(read.context, type !== "image/png")) return;
    }
  }
  throw new Error("this browser changes what is read from a canvas");
}

/**
 * @returns null for a picture that is better sent as it is
 * @throws when the device cannot decode, draw or encode it, or disturbs what it encodes
 */
export async function reducePicture(file: Blob, format: ImageFormat): Promise<Blob | null> {
  // Upright: createImageBitmap applies the EXIF orientation.
  const picture = await createImageBitmap(file);
  try {
    const { width, height } = shownSize(picture.width, picture.height);
    const isShown = width === picture.width && height === picture.height;
    if (isShown && file.size <= LIGHT_BYTES) return null;
    await checkReading();
    for (const side of SIDES) {
      const blob = await draw(picture, side, format);
      if (!blob || blob.size > MAX_IMAGE_BYTES) continue;
      await checkReading(blob.type);
      return isShown && file.size <= Math.min(blob.size, MAX_IMAGE_BYTES) ? null : blob;
    }
  } finally {
    picture.close();
  }
  throw new Error("no size fits");
}

/** @returns null when the device cannot allocate a canvas of this size */
async function draw(picture: ImageBitmap, side: number, format: ImageFormat): Promise<Blob | null> {
  const { width, height } = shownSize(picture.width, picture.height, side);
  const { context, write } = createCanvas(width, height);
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  const webp = await write("image/webp");
  // Browsers that cannot encode WebP, such as Safari, return a PNG: right for transparency, too large for photos.
  if (webp?.type === "image/webp" || (format !== "jpeg" && !isOpaque(context, width, height))) return webp;
  return write("image/jpeg");
}

type Context2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

interface Canvas {
  context: Context2D | null;
  write: (type: string) => Promise<Blob | null>;
}

function createCanvas(width: number, height: number): Canvas {
  // In main memory: the pixels are read again at once, and drawn the same at each try.
  const settings: CanvasRenderingContext2DSettings = { willReadFrequently: true };
  if (typeof document === "undefined") {
    const canvas = new OffscreenCanvas(width, height);
    return {
      context: canvas.getContext("2d", settings),
      write: (type) => canvas.convertToBlob({ type, quality: QUALITY }),
    };
  }
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  return {
    context: canvas.getContext("2d", settings),
    write: (type) => new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY)),
  };
}

function isOpaque(context: Context2D, width: number, height: number): boolean {
  const { data } = context.getImageData(0, 0, width, height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}
