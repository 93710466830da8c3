/** The media contract of browser and server: accepted formats, limits, how responses describe a picture. */
import * as z from "zod/mini";

export * from "./preview.ts";

/** Accepted formats. The server decides by content, a form by the type that the device reports. */
export const ACCEPTED_IMAGE_TYPES = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
] as const;

/** Largest upload in bytes, after decoding the data URL. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** Sent instead of an upload by somebody without a picture: the prompt gets a cover of the site's own. */
export const COVER = "azulejo";

/** Longest side in pixels: the limit of WebP. */
export const MAX_IMAGE_SIDE = 16_383;

/**
 * Widths in pixels that pictures are served in. Browsers choose the next larger one: a card takes 662 pixels on the
 * screens of cheap phones, 758 and 990 to 1,190 on others. A width added here is rendered for older pictures on demand.
 */
const VARIANT_STEPS = [400, 680, 800, 1200, 1600];

/** @param width of the picture in pixels; no variant is wider @returns widths in pixels, ascending */
export function variantWidths(width: number): number[] {
  return [...new Set(VARIANT_STEPS.map((step) => Math.min(step, width)))];
}

/** A picture in a response: all that an `<img>` needs, including the size that prevents layout shift. */
export const imageView = z.object({
  /** Path of the width for cards. */
  url: z.string(),
  /** All widths, in the syntax of the `srcset` attribute. */
  srcset: z.string(),
  /** Dimensions of the upload in pixels, after applying its EXIF orientation. */
  width: z.int(),
  height: z.int(),
  animated: z.boolean(),
  /** Dominant colour as `#rrggbb`, shown until the picture has loaded. */
  color: z.string(),
  /** The author's alternative text. */
  alt: z.nullable(z.string()),
});
export type ImageView = z.infer<typeof imageView>;
