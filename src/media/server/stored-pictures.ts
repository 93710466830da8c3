/** How stored pictures are named and shown. */
import { type ImageView, variantWidths } from "#media/contract.ts";

/** Storage key of one width of a picture. */
export const variantKey = (hash: string, width: number) => `${hash}-${width}.webp`;
/** Storage key of a link preview. */
export const previewKey = (promptId: number) => `preview-${promptId}.jpg`;

/** Storage key of a picture's widest file. @param width of the picture in pixels */
export function widestKey(hash: string, width: number): string {
  return variantKey(hash, Math.max(...variantWidths(width)));
}

/** Storage key of a picture's narrowest file. @param width of the picture in pixels */
export function narrowestKey(hash: string, width: number): string {
  return variantKey(hash, Math.min(...variantWidths(width)));
}

/** Name in a storage key: the picture of all its widths, or the link preview itself. */
export const nameOfKey = (key: string) => (key.endsWith(".webp") ? key.slice(0, key.indexOf("-")) : key);

/** The prompt that a link preview's key names; undefined for a picture's. */
export function promptOfPreview(key: string): number | undefined {
  const [, id] = /^preview-(\d+)\.jpg$/.exec(key) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** Whether a requested file name has the form of a storage key. */
export function isPictureKey(name: string): boolean {
  return /^(?:[0-9a-f]{32}-[1-9]\d{0,3}\.webp|preview-[1-9]\d{0,15}\.jpg)$/.test(name);
}

/** Width in pixels for clients that ignore `srcset`: enough for a card on most screens. */
const CARD_WIDTH = 800;

/** Columns of a picture that list queries select beside its prompt. */
export interface PromptImageColumns extends Pick<ImageView, "width" | "height" | "animated" | "color"> {
  image_hash: string;
  image_alt: string | null;
}

/** The picture of a row, as responses show it. */
export function imageView(row: PromptImageColumns): ImageView {
  const { image_hash: hash, image_alt: alt, width, height, animated, color } = row;
  const widths = variantWidths(width);
  const path = (step: number) => `/media/${variantKey(hash, step)}`;
  return {
    url: path(widths.find((step) => step >= CARD_WIDTH) ?? width),
    srcset: widths.map((step) => `${path(step)} ${step}w`).join(", "),
    width,
    height,
    animated,
    color,
    alt,
  };
}
