/** Pictures as both sides see them: what is accepted, how answers describe them, where they are served. */
import * as z from "zod/mini";

export * from "./preview.ts";

/** Accepted formats; the server decides by content, a form by what the device says. */
export const ACCEPTED_IMAGE_TYPES = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
] as const;

/** The largest picture that may be sent, in bytes once decoded from its data URL. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** The largest side of a picture, in pixels: WebP has no larger ones. */
export const MAX_IMAGE_SIDE = 16_383;

/**
 * Widths in pixels that pictures are served in; one narrower than a step ends the list with its own width. Browsers take
 * the next that is not too small: a card is 662 pixels wide on the screens of cheap phones, 758 and 990 to 1,190 on others.
 * A step that is new is made for older pictures when it is first asked for.
 */
const VARIANT_STEPS = [400, 680, 800, 1200, 1600];

/** @param width of the picture, in pixels; nothing is enlarged */
export function variantWidths(width: number): number[] {
  return [...new Set(VARIANT_STEPS.map((step) => Math.min(step, width)))];
}

/** What answers say about a picture: enough for an `<img>` that does not make the page jump. */
export const imageView = z.object({
  /** Path of a width that suits a card. */
  url: z.string(),
  /** All widths, as the attribute wants them. */
  srcset: z.string(),
  /** Dimensions of the original in pixels, turned as it is shown. */
  width: z.int(),
  height: z.int(),
  animated: z.boolean(),
  /** Dominant colour as `#rrggbb`, shown until the picture has loaded. */
  color: z.string(),
  /** Alternative text by the author, if there is one. */
  alt: z.nullable(z.string()),
});
export type ImageView = z.infer<typeof imageView>;
