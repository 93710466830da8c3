/** Makes a chosen file ready to be sent: as a data URL, a larger photo shrunk on the device to fit the limit. */
import { MAX_IMAGE_BYTES } from "#media/contract.ts";
import { FORMAT_BYTES, type ImageFormat, imageFormat, mayMove } from "#media/image-format.ts";
import { messages } from "#media/messages.ts";

/** A picture that cannot be sent; its message is meant for the reader. */
export class PictureError extends Error {}

/** Longest sides in pixels that a too large photo is drawn at, until it fits; the site shows 1600 at most. */
const SIDES = [3200, 2400, 1600, 1000];

const QUALITY = 0.9;

/**
 * @returns `data:image/…;base64,…` of at most MAX_IMAGE_BYTES once decoded
 * @throws PictureError for what the server would refuse anyway, as far as the device can tell
 */
export async function preparePicture(file: File): Promise<string> {
  // By its content: systems do not know every type, and a name can say anything.
  const head = await read(file.slice(0, FORMAT_BYTES));
  const format = imageFormat(head);
  if (!format) throw new PictureError(messages.unsupported);
  if (file.size <= MAX_IMAGE_BYTES) return readDataUrl(file.slice(0, file.size, `image/${format}`));
  // A canvas keeps one frame only.
  if (mayMove(head, format)) throw new PictureError(messages.animationTooLarge);
  return readDataUrl(await shrink(file, format));
}

/** The bytes of a file. @throws PictureError when it was moved, changed or may not be read any more */
async function read(file: Blob): Promise<Uint8Array> {
  const buffer = await file.arrayBuffer().catch(() => {
    throw new PictureError(messages.unreadable);
  });
  return new Uint8Array(buffer);
}

/** The size at which a picture's longest side is at most `side`, in whole pixels; nothing is enlarged. */
export function fitWithin(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function shrink(file: File, format: ImageFormat): Promise<Blob> {
  // What is damaged and what is more than the device can hold fail alike.
  const picture = await createImageBitmap(file).catch(() => {
    throw new PictureError(messages.notShrunk);
  });
  try {
    for (const side of SIDES) {
      const blob = await draw(picture, side, format);
      if (blob && blob.size <= MAX_IMAGE_BYTES) return blob;
    }
  } finally {
    picture.close();
  }
  throw new PictureError(messages.notShrunk);
}

/** @returns null where the device has no room for a drawing of this size: what it gave then would be blank */
async function draw(picture: ImageBitmap, side: number, format: ImageFormat): Promise<Blob | null> {
  const { width, height } = fitWithin(picture.width, picture.height, side);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.drawImage(picture, 0, 0, width, height);
  const write = (type: string) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  const webp = await write("image/webp");
  // Browsers that cannot write WebP, as Safari, give a PNG instead: right where something may be see-through, but a photo
  // would have to lose most of its size to fit.
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
