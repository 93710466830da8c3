/** Turns an uploaded picture into what the site serves: a still for further use and WebP in several widths. */
import { MAX_IMAGE_SIDE, variantWidths } from "#media/contract.ts";
import { type ImageFormat, mayMove } from "#media/image-format.ts";
import { messages } from "#media/messages.ts";
import type { AppError } from "#platform/http/errors.ts";
import { fromPixels, type Pixels, pixelsOf, sharp } from "./codecs.ts";
import { refusal } from "./data-url.ts";
import { isWholeGif } from "./gif.ts";

/** Pixels a picture may have (design: 50 megapixels). */
const MAX_PIXELS = 50_000_000;
/** Pixels an animation may have, all frames together: 50 megapixels took 16 s and 340 MB. */
const MAX_PIXELS_MOVING = 16_000_000;
/** Frames cost beside their pixels: 1000 of 12 lines took three times as long as ten of 1200. */
const MAX_FRAMES = 500;
/** The AVIF decoder takes 18 bytes per pixel, the others a tenth of that: 50 megapixels took 900 MB. */
const MAX_PIXELS_AVIF = 16_000_000;
/** Of the WebP files: 80 weighs an eighth more and is hard to tell from it. */
const QUALITY = 75;
/** A picture that takes longer, in seconds, is given up; the slowest accepted one took 8. */
const ENCODING_TIMEOUT = 30;

export interface Variant {
  /** In pixels. */
  width: number;
  webp: Buffer;
}

export interface Rendered {
  /** Dimensions as shown, in pixels, of the upload. */
  width: number;
  height: number;
  animated: boolean;
  /** Dominant colour as `#rrggbb`. */
  color: string;
  variants: Variant[];
  /** The picture, or its first frame, as wide as the widest variant. */
  still: Pixels;
}

/** What the decoder says of a file becomes a refusal: it cannot read it, or not in time. */
function decodingFault(error: unknown): AppError {
  return String(error).includes("timeout")
    ? refusal(413, "image_too_complex", messages.tooSlow)
    : refusal(400, "image_broken", messages.broken);
}

/**
 * Decodes an upload: refuses what is cut short or damaged, turns it as EXIF says, leaves its metadata behind.
 * @param seconds after which it is given up
 */
function decoder(bytes: Buffer, animated: boolean, seconds = ENCODING_TIMEOUT) {
  return sharp(bytes, { animated, failOn: "error", limitInputPixels: MAX_PIXELS, autoOrient: true }).timeout({
    seconds,
  });
}

/**
 * Dimensions by the header alone, before anything is decoded.
 * @throws AppError 400 for what is damaged or an animation of too many pixels or frames, 413 for a picture too large
 */
async function measure(bytes: Buffer, format: ImageFormat) {
  if (format === "gif" && !isWholeGif(bytes)) throw refusal(400, "image_broken", messages.broken);
  const moving = mayMove(bytes, format);
  const header = await sharp(bytes, { animated: moving, failOn: "error", limitInputPixels: false })
    .metadata()
    .catch((error) => Promise.reject(decodingFault(error)));
  const { width, height } = header.autoOrient;
  const frames = moving ? (header.pages ?? 1) : 1;
  const frameHeight = header.pageHeight ?? height;
  if (Math.max(width, frameHeight) > MAX_IMAGE_SIDE) {
    throw refusal(413, "image_too_large", messages.sideTooLong);
  }
  const pixels = width * frameHeight * frames;
  if (format === "avif" && pixels > MAX_PIXELS_AVIF) {
    throw refusal(413, "image_too_large", messages.tooManyPixelsAvif);
  }
  if (frames > MAX_FRAMES) throw refusal(400, "image_too_large", messages.tooManyFrames);
  if (frames > 1 && pixels > MAX_PIXELS_MOVING) {
    throw refusal(400, "image_too_large", messages.tooManyPixelsMoving);
  }
  if (pixels > MAX_PIXELS) throw refusal(413, "image_too_large", messages.tooManyPixels);
  return { width, height: frameHeight, animated: frames > 1 };
}

/** The most frequent colour, transparency taken as white. */
async function dominantColor(still: Pixels): Promise<string> {
  const small = await fromPixels(still)
    .resize(64, 64, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .png()
    .toBuffer();
  const { r, g, b } = (await sharp(small).stats()).dominant;
  return `#${[r, g, b].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** The pixels of a stored width, or of its first frame. */
export function readStill(webp: Buffer): Promise<Pixels> {
  return pixelsOf(decoder(webp, false).toColourspace("srgb"));
}

function renderAnimation(bytes: Buffer, width: number, seconds?: number): Promise<Buffer> {
  return decoder(bytes, true, seconds).resize({ width }).webp({ quality: QUALITY, effort: 2 }).toBuffer();
}

function renderStill(still: Pixels, width: number): Promise<Buffer> {
  return fromPixels(still).resize({ width }).webp({ quality: QUALITY }).toBuffer();
}

/**
 * A stored picture in another width.
 * @param webp its widest file
 */
export async function renderWidth(webp: Buffer, width: number, animated: boolean): Promise<Buffer> {
  return animated ? renderAnimation(webp, width) : renderStill(await readStill(webp), width);
}

/**
 * Renders an upload. A still picture is decoded once and its widths are made from those pixels; an animation is read
 * again for every width, since its decoded frames would fill the memory.
 * @throws AppError 400 for a damaged picture, 400 or 413 for one with too many pixels, 413 for one that takes too long
 */
export async function renderVariants(bytes: Buffer, format: ImageFormat): Promise<Rendered> {
  const { width, height, animated } = await measure(bytes, format);
  const widths = variantWidths(width);
  const deadline = performance.now() + ENCODING_TIMEOUT * 1000;
  const secondsLeft = () => Math.max(1, Math.ceil((deadline - performance.now()) / 1000));
  try {
    const still = await pixelsOf(
      decoder(bytes, false)
        .resize({ width: Math.max(...widths) })
        .toColourspace("srgb"),
    );
    const variants: Variant[] = [];
    for (const variantWidth of widths) {
      const webp = animated
        ? await renderAnimation(bytes, variantWidth, secondsLeft())
        : await renderStill(still, variantWidth);
      variants.push({ width: variantWidth, webp });
    }
    return { width, height, animated, color: await dominantColor(still), variants, still };
  } catch (error) {
    throw decodingFault(error);
  }
}
