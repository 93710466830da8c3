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

/**
 * @returns null for a picture that is better sent as it is
 * @throws when the device cannot decode, draw or encode it
 */
export async function reducePicture(file: Blob, format: ImageFormat): Promise<Blob | null> {
  // Upright: createImageBitmap applies the EXIF orientation.
  const picture = await createImageBitmap(file);
  try {
    const { width, height } = shownSize(picture.width, picture.height);
    const isShown = width === picture.width && height === picture.height;
    if (isShown && file.size <= LIGHT_BYTES) return null;
    for (const side of SIDES) {
      const blob = await draw(picture, side, format);
      if (!blob || blob.size > MAX_IMAGE_BYTES) continue;
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
