/** Makes a chosen file ready to be sent: as a data URL, a larger photo shrunk on the device to fit the limit. */
import { MAX_IMAGE_BYTES } from "#media/contract.ts";
import { FORMAT_BYTES, imageFormat } from "#media/image-format.ts";
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
  const format = imageFormat(await read(file.slice(0, FORMAT_BYTES)));
  if (!format) throw new PictureError(messages.unsupported);
  if (file.size <= MAX_IMAGE_BYTES) return readDataUrl(file.slice(0, file.size, `image/${format}`));
  // A canvas keeps one frame only.
  if (format === "gif") throw new PictureError(messages.gifTooLarge);
  return readDataUrl(await shrink(file));
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

async function shrink(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new PictureError(messages.broken);
  });
  try {
    for (const side of SIDES) {
      const { width, height } = fitWithin(picture.width, picture.height, side);
      const canvas = document.createElement("canvas");
      canvas.width = width;
      canvas.height = height;
      canvas.getContext("2d")?.drawImage(picture, 0, 0, width, height);
      // Browsers that cannot write WebP give a PNG instead, transparency kept as well.
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", QUALITY));
      if (blob && blob.size <= MAX_IMAGE_BYTES) return blob;
    }
  } finally {
    picture.close();
  }
  throw new PictureError(messages.tooLarge);
}

function readDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new PictureError(messages.unreadable));
    reader.readAsDataURL(blob);
  });
}
