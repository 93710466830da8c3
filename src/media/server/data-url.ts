/** Takes an uploaded picture out of its data URL and tells its format by content, whatever it claims to be. */
import { MAX_IMAGE_BYTES } from "#media/contract.ts";
import { type ImageFormat, imageFormat } from "#media/image-format.ts";
import { messages } from "#media/messages.ts";
import { AppError } from "#platform/http/errors.ts";

/** A refusal of the picture; the product API's field for it is `thumbnail_url`. */
export function refusal(status: 400 | 413, code: string, message: string): AppError {
  return new AppError(status, code, message, { field: "thumbnail_url" });
}

/**
 * Decodes an uploaded picture.
 * @param dataUrl `data:image/…;base64,…` (RFC 2397), its base64 canonical (RFC 4648, section 4); the type in it is ignored
 * @throws AppError 400 for anything else and for a format that is not accepted, 413 above MAX_IMAGE_BYTES
 */
export function decodeImage(dataUrl: string): { bytes: Buffer; format: ImageFormat } {
  const [head] = /^data:image\/[\w.+-]{1,100};base64,/i.exec(dataUrl.slice(0, 200)) ?? [];
  if (!head) throw refusal(400, "image_invalid", messages.notDataUrl);
  const payload = dataUrl.slice(head.length);
  // Decided by length first: what is too large need not be decoded.
  if (payload.length > Math.ceil(MAX_IMAGE_BYTES / 3) * 4)
    throw refusal(413, "image_too_large", messages.tooLarge);
  const bytes = Buffer.from(payload, "base64");
  if (bytes.length > MAX_IMAGE_BYTES) throw refusal(413, "image_too_large", messages.tooLarge);
  // The decoder skips what is not base64; only the canonical form survives the way back.
  if (bytes.length === 0 || bytes.toString("base64") !== payload) {
    throw refusal(400, "image_invalid", messages.notDataUrl);
  }
  const format = imageFormat(bytes);
  if (!format) throw refusal(400, "image_unsupported", messages.unsupported);
  return { bytes, format };
}
