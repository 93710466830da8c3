/** Reads an uploaded picture, a file or a data URL, and detects its format by content. */
import { MAX_IMAGE_BYTES } from "#media/contract.ts";
import { type ImageFormat, imageFormat } from "#media/image-format.ts";
import { messages } from "#media/messages.ts";
import { AppError } from "#platform/http/errors.ts";

interface Upload {
  bytes: Buffer;
  format: ImageFormat;
}

/** An error on `thumbnail_url`, the API's field for the picture. */
export function refusal(status: 400 | 413 | 422, code: string, message: string): AppError {
  return new AppError(status, code, message, { field: "thumbnail_url" });
}

export const pictureTooLarge = () => refusal(413, "image_too_large", messages.tooLarge);

/**
 * @param dataUrl `data:image/…;base64,…` (RFC 2397) in canonical base64 (RFC 4648, section 4); its type is ignored
 * @throws AppError 400 for any other text and for formats that are not accepted, 413 above MAX_IMAGE_BYTES
 */
export function decodeImage(dataUrl: string): Upload {
  const [head] = /^data:image\/[\w.+-]{1,100};base64,/i.exec(dataUrl.slice(0, 200)) ?? [];
  if (!head) throw refusal(400, "image_invalid", messages.notDataUrl);
  const payload = dataUrl.slice(head.length);
  // The length is checked before decoding.
  if (payload.length > Math.ceil(MAX_IMAGE_BYTES / 3) * 4) throw pictureTooLarge();
  const bytes = Buffer.from(payload, "base64");
  if (bytes.length > MAX_IMAGE_BYTES) throw pictureTooLarge();
  // Node's decoder skips invalid characters: only canonical base64 survives the round trip.
  if (bytes.length === 0 || bytes.toString("base64") !== payload) {
    throw refusal(400, "image_invalid", messages.notDataUrl);
  }
  return withFormat(bytes);
}

/** @throws AppError as `decodeImage` does */
export async function readUpload(upload: string | File): Promise<Upload> {
  if (typeof upload === "string") return decodeImage(upload);
  if (upload.size > MAX_IMAGE_BYTES) throw pictureTooLarge();
  return withFormat(Buffer.from(await upload.arrayBuffer()));
}

function withFormat(bytes: Buffer): Upload {
  const format = imageFormat(bytes);
  if (!format) throw refusal(400, "image_unsupported", messages.unsupported);
  return { bytes, format };
}
