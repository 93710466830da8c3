/** Prepares a chosen file for upload: as a data URL, shrunk on the device when above the limit. */
import { MAX_IMAGE_BYTES } from "#media/contract.ts";
import { FORMAT_BYTES, type ImageFormat, imageFormat, mayMove } from "#media/image-format.ts";
import { messages } from "#media/messages.ts";

/** A picture that cannot be sent; the message is shown to the user. */
export class PictureError extends Error {}

/** Longest sides in pixels to try, in order, for a photo above the limit; the site shows 1600 at most. */
const SHRUNK_SIDES = [3200, 2400, 1600, 1000];

const SHRUNK_QUALITY = 0.9;

/**
 * @returns `data:image/…;base64,…`, at most MAX_IMAGE_BYTES when decoded
 * @throws PictureError for what the server would refuse, as far as the device can tell
 */
export async function preparePicture(file: File): Promise<string> {
  // By content: operating systems do not know every type.
  const head = await read(file.slice(0, FORMAT_BYTES));
  const format = imageFormat(head);
  if (!format) throw new PictureError(messages.unsupported);
  if (file.size <= MAX_IMAGE_BYTES) return readDataUrl(file.slice(0, file.size, `image/${format}`));
  // A canvas would keep only one frame.
  if (mayMove(head, format)) throw new PictureError(messages.animationTooLarge);
  return readDataUrl(await shrink(file, format));
}

/** @throws PictureError when the file was moved or changed, or may no longer be read */
async function read(file: Blob): Promise<Uint8Array> {
  const buffer = await file.arrayBuffer().catch(() => {
    throw new PictureError(messages.unreadable);
  });
  return new Uint8Array(buffer);
}

/** Scales dimensions down, never up, so that the longest side is at most `side`; whole pixels. */
export function fitWithin(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function shrink(file: File, format: ImageFormat): Promise<Blob> {
  // Damaged files and those too large for the device's memory fail alike.
  const picture = await createImageBitmap(file).catch(() => {
    throw new PictureError(messages.notShrunk);
  });
  try {
    for (const side of SHRUNK_SIDES) {
      const blob = await draw(picture, side, format);
      if (blob && blob.size <= MAX_IMAGE_BYTES) return blob;
    }
  } finally {
    picture.close();
  }
  throw new PictureError(messages.notShrunk);
}

/** @returns null when the device cannot allocate a canvas of this size */
async function draw(picture: ImageBitmap, side: number, format: ImageFormat): Promise<Blob | null> {
  const { width, height } = fitWithin(picture.width, picture.height, side);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.drawImage(picture, 0, 0, width, height);
  const write = (type: string) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, SHRUNK_QUALITY));
  const webp = await write("image/webp");
  // Browsers that cannot encode WebP, such as Safari, return a PNG: right for transparency, too large for photos.
  return format === "jpeg" && webp?.type !== "image/webp" ? write("image/jpeg") : webp;
}

function readDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new PictureError(messages.unreadable));
    reader.readAsDataURL(blob);
  });
}
