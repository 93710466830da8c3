/** Renders an uploaded picture: WebP variants in several widths, and a still for the link preview. */
import { MAX_IMAGE_SIDE, variantWidths } from "#media/contract.ts";
import { type ImageFormat, mayMove } from "#media/image-format.ts";
import { messages } from "#media/messages.ts";
import type { AppError } from "#platform/http/errors.ts";
import { fromPixels, inPieces, type Metadata, type Pixels, pixelsOf, sharp } from "./codecs.ts";
import { refusal } from "./data-url.ts";
import { wholeGif } from "./gif.ts";
import { numberedColours, toSrgb } from "./numbered-colours.ts";
import { mendedPng } from "./png.ts";

/** Pixels of a picture (decision 7). */
const MAX_PIXELS = 50_000_000;
/** Pixels of an animation, all frames together: 50 megapixels took 16 s and 340 MB. */
const MAX_PIXELS_MOVING = 16_000_000;
/** Each frame has a fixed cost: 1,000 frames of 12 lines took three times as long as ten of 1,200. */
const MAX_FRAMES = 500;
/** The AVIF decoder takes 18 bytes per pixel, the others a tenth of that: 50 megapixels took 900 MB. */
const MAX_PIXELS_AVIF = 16_000_000;
/** 80 makes files an eighth larger and hardly looks different. */
const WEBP_QUALITY = 75;
/** In seconds; the slowest accepted picture took 8. */
const ENCODING_TIMEOUT = 30;

interface Variant {
  /** In pixels. */
  width: number;
  webp: Buffer;
}

export interface Rendered {
  /** Dimensions of the upload in pixels, after applying its orientation. */
  width: number;
  height: number;
  animated: boolean;
  /** Dominant colour as `#rrggbb`. */
  color: string;
  variants: Variant[];
  /** The picture or its first frame, in the width of the widest variant. */
  still: Pixels;
}

/** Maps an error of the decoder to the user's error. */
function decodingError(error: unknown): AppError {
  return String(error).includes("timeout")
    ? refusal(413, "image_too_complex", messages.tooSlow)
    : refusal(400, "image_broken", messages.broken);
}

/**
 * A decoder that fails on truncated or damaged files, applies the EXIF orientation and drops metadata.
 * @param seconds timeout
 */
function decoder(
  bytes: Buffer,
  animated: boolean,
  seconds = ENCODING_TIMEOUT,
  failOn: "error" | "warning" = "error",
) {
  return sharp(bytes, { animated, failOn, limitInputPixels: MAX_PIXELS, autoOrient: true }).timeout({
    seconds,
  });
}

/**
 * Reads and checks the dimensions from the header, before anything is decoded.
 * @throws AppError 400 for a damaged file or an animation of too many pixels or frames, 413 for a picture too large
 */
async function measure(bytes: Buffer, format: ImageFormat) {
  const moving = mayMove(bytes, format);
  const header = await sharp(bytes, { animated: moving, failOn: "error", limitInputPixels: false })
    .metadata()
    .catch((error) => Promise.reject(decodingError(error)));
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
  return { width, height: frameHeight, animated: frames > 1, header };
}

/** The most frequent colour, on a white background. Sixteen shades of each of red, green and blue are told apart. */
export async function dominantColor(still: Pixels): Promise<string> {
  const { data, info } = await pixelsOf(
    fromPixels(still)
      .resize(64, 64, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "white" }),
  );
  const counts = new Uint16Array(16 ** 3);
  for (let at = 0; at < data.length; at += info.channels) {
    // A grey picture has one channel.
    const [red = 0, green = red, blue = red] = data.subarray(at, at + info.channels);
    const color = (red >> 4) * 256 + (green >> 4) * 16 + (blue >> 4);
    counts[color] = (counts[color] ?? 0) + 1;
  }
  const dominant = counts.indexOf(counts.reduce((most, count) => Math.max(most, count)));
  const shades = [dominant >> 8, (dominant >> 4) % 16, dominant % 16];
  return `#${shades.map((shade) => (shade * 16 + 8).toString(16).padStart(2, "0")).join("")}`;
}

/** Decodes a stored variant, or its first frame. */
export function readStill(webp: Buffer): Promise<Pixels> {
  return pixelsOf(decoder(webp, false).toColourspace("srgb"));
}

/**
 * Decodes a stored variant, no larger than a link preview or a fingerprint needs: the decoder then skips most of the
 * work.
 */
export function readSmallStill(webp: Buffer): Promise<Pixels> {
  const small = { width: 800, height: 600, fit: "outside", withoutEnlargement: true } as const;
  return pixelsOf(decoder(webp, false).resize(small).toColourspace("srgb"));
}

/** Marker at the end of a JPEG (ITU-T T.81, B.2.1). */
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** Colours of a file by its header. */
type Colours = Pick<Metadata, "space" | "hasProfile">;

/**
 * Decodes an upload, or its first frame, into sRGB.
 *
 * Colours of 16 bits (PNG, AVIF of 10 and 12 bits) with a profile sharp brings into Display P3, so that a second step has to
 * bring them into sRGB, and grey ones nowhere, so that they are reduced to 8 bits first.
 */
async function decodeStill(
  bytes: Buffer,
  format: ImageFormat,
  { space, hasProfile }: Colours,
  width: number,
): Promise<Pixels> {
  const isInk = space === "cmyk" && !hasProfile;
  const decode = (file: Buffer, failOn?: "warning") => {
    const pipeline = decoder(file, false, ENCODING_TIMEOUT, failOn).resize({ width });
    if (isInk) return pixelsOf(pipeline.pipelineColourspace("cmyk").toColourspace("cmyk"));
    pipeline.toColourspace("srgb");
    if (hasProfile && space === "rgb16") pipeline.withIccProfile("srgb");
    if (hasProfile && space === "grey16") pipeline.pipelineColourspace("b-w");
    return pixelsOf(pipeline);
  };
  const pixels = await decode(bytes).catch((error) => decodeMended(bytes, format, error, decode));
  if (isInk) return withoutInk(pixels);
  const numbered = hasProfile ? undefined : numberedColours(bytes, format);
  if (numbered) await toSrgb(pixels, numbered);
  return pixels;
}

/**
 * A file that only lacks its end is taken, as browsers do. A JPEG gets one, and then pixels that are missing are a warning.
 * @throws the error, when it is another one
 */
async function decodeMended(
  bytes: Buffer,
  format: ImageFormat,
  error: unknown,
  decode: (file: Buffer, failOn?: "warning") => Promise<Pixels>,
): Promise<Pixels> {
  if (String(error).includes("premature end of JPEG image"))
    return decode(Buffer.concat([bytes, END_OF_IMAGE]), "warning");
  const png = format === "png" && (await mendedPng(bytes));
  if (png) return decode(png);
  throw error;
}

/** Colours of printing that no profile explains, as browsers show them. */
async function withoutInk(pixels: Pixels): Promise<Pixels> {
  const inks = pixels.data;
  const data = Buffer.alloc((inks.length / 4) * 3);
  await inPieces(pixels, (from, to) => {
    for (let at = from; at < to; at += 4) {
      const paper = 255 - (inks[at + 3] as number);
      for (let ink = 0; ink < 3; ink++)
        data[(at / 4) * 3 + ink] = Math.round(((255 - (inks[at + ink] as number)) * paper) / 255);
    }
  });
  return { data, info: { ...pixels.info, channels: 3 } };
}

function renderAnimation(bytes: Buffer, width: number, seconds?: number): Promise<Buffer> {
  return decoder(bytes, true, seconds)
    .resize({ width })
    .webp({ quality: WEBP_QUALITY, effort: 2 })
    .toBuffer();
}

function renderStill(still: Pixels, width: number): Promise<Buffer> {
  return fromPixels(still).resize({ width }).webp({ quality: WEBP_QUALITY }).toBuffer();
}

/**
 * Renders another width of a stored picture.
 * @param webp the widest variant
 * @param width in pixels
 */
export async function renderWidth(webp: Buffer, width: number, animated: boolean): Promise<Buffer> {
  return animated ? renderAnimation(webp, width) : renderStill(await readStill(webp), width);
}

/**
 * Renders an upload. A still picture is decoded once for all widths; an animation once per width, since its decoded frames
 * would fill the memory.
 * @throws AppError 400 for a damaged picture, 400 or 413 for too many pixels, 413 for one that takes too long
 */
export async function renderVariants(upload: Buffer, format: ImageFormat): Promise<Rendered> {
  const bytes = format === "gif" ? wholeGif(upload) : upload;
  if (!bytes) throw refusal(400, "image_broken", messages.broken);
  const { width, height, animated, header } = await measure(bytes, format);
  const widths = variantWidths(width);
  const deadline = performance.now() + ENCODING_TIMEOUT * 1000;
  const secondsLeft = () => Math.max(1, Math.ceil((deadline - performance.now()) / 1000));
  try {
    const still = await decodeStill(bytes, format, header, Math.max(...widths));
    const variants: Variant[] = [];
    for (const variantWidth of widths) {
      const webp = animated
        ? await renderAnimation(bytes, variantWidth, secondsLeft())
        : await renderStill(still, variantWidth);
      variants.push({ width: variantWidth, webp });
    }
    return { width, height, animated, color: await dominantColor(still), variants, still };
  } catch (error) {
    throw decodingError(error);
  }
}
