/** Metadata that clients store with an account: a few keys beside the server's. */
import { AppError } from "#platform/http/errors.ts";
import { RESERVED_METADATA } from "./user-view.ts";

/** Bytes of JSON: it is part of every access token, so of every request's header. */
const MAX_METADATA_BYTES = 2048;
/** Checked before merging, because merging thousands of keys takes as long as the rest of a call. */
const MAX_KEYS = MAX_METADATA_BYTES / 4;

const tooLarge = () =>
  new AppError(400, "validation_failed", `User data cannot be larger than ${MAX_METADATA_BYTES} bytes`, {
    field: "data",
  });

/**
 * Merges the client's metadata into the stored one, key by key; null removes a key (wire contract).
 * @throws AppError 400 when the result is too large
 */
export function mergeMetadata(
  stored: Record<string, unknown>,
  sent: Record<string, unknown>,
): Record<string, unknown> {
  if (Object.keys(sent).length > MAX_KEYS) throw tooLarge();
  const reserved = new Set<string>(RESERVED_METADATA);
  const merged = Object.fromEntries(
    Object.entries({ ...stored, ...sent }).filter(([key, value]) => value !== null && !reserved.has(key)),
  );
  if (Buffer.byteLength(JSON.stringify(merged)) > MAX_METADATA_BYTES) throw tooLarge();
  return merged;
}
