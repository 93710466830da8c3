/** Processes uploads into the files that will be stored. Queues bound the processor time and memory that this takes. */
import { createHash } from "node:crypto";
import { Histogram } from "prom-client";
import { type ImageFormat, mayMove } from "#media/image-format.ts";
import { messages } from "#media/messages.ts";
import { AppError, overloaded } from "#platform/http/errors.ts";
import type { RateLimits } from "#platform/http/rate-limits.ts";
import { createFairQueue } from "#platform/queue.ts";
import { readFile, type Storage } from "#platform/storage.ts";
import { sharp } from "./codecs.ts";
import { readUpload } from "./data-url.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { drawLinkPreview } from "./link-preview.ts";
import { widestKey } from "./stored-pictures.ts";
import { dominantColor, type Rendered, readSmallStill, renderVariants } from "./variants.ts";

/** Too many pictures are being processed or stored. */
export const busy = () => overloaded(messages.busy, 10);

/**
 * A waiting upload holds up to 12 MB; the semaphore for request bodies bounds their sum. Four per account let a user publish
 * again, in several tabs too, without taking everybody's places.
 */
const lane = (name: string) =>
  createFairQueue({
    name,
    waiting: 12,
    each: 4,
    refusal: busy,
    ownRefusal: () =>
      new AppError(429, "over_request_rate_limit", messages.ownBusy, { headers: { "retry-after": "10" } }),
  });
/** A still picture takes one core for a second or two and up to 300 MB. */
const stills = lane("pictures");
/** An animation takes up to 150 MB and ten times as long; still pictures do not wait for it. */
const animations = lane("animations");

/** The account that uploads, and the rate limits that count its processing time. */
export interface Uploader {
  accountId: string;
  rateLimits: Pick<RateLimits, "timed">;
}

/** Queues an upload's processing fairly between accounts. @throws AppError 429 when the account's time is used up */
const inTurn = <T>(
  queue: typeof stills,
  { accountId, rateLimits }: Uploader,
  work: () => Promise<T>,
): Promise<T> => queue(accountId, () => rateLimits.timed("pictureTimePerAccount", accountId, work));

const preparing = new Histogram({
  name: "prompteca_picture_seconds",
  help: "Time to decode a picture and make its served forms, without waiting for its turn.",
  labelNames: ["outcome"],
  buckets: [0.1, 0.5, 2.5, 10],
});

/** Stored forms of a picture, shared by all prompts that have it. */
export interface StoredForms extends Omit<Rendered, "still"> {
  /** First 32 hexadecimal digits of the SHA-256 of the upload. */
  hash: string;
  /** See {@link fingerprintOf}. */
  fingerprint: string | null;
}

export interface PreparedPicture extends StoredForms {
  /** The link preview, a JPEG. */
  preview: Buffer;
}

/**
 * Processes an upload into all files that will be stored. Expensive: call it outside transactions.
 * @param upload a file, or a base64 data URL
 * @param title the prompt's title, for the link preview
 * @throws AppError 400 or 413 on `thumbnail_url` for an unacceptable picture, 429 when the account has too many uploads in
 *   progress or has used up its time, 503 when the queue is full
 */
export async function preparePicture(
  uploader: Uploader,
  upload: string | File,
  title: string,
): Promise<PreparedPicture> {
  const { bytes, format } = await readUpload(upload);
  const queue = mayMove(bytes, format) ? animations : stills;
  return inTurn(queue, uploader, () => render(bytes, format, title));
}

/**
 * Prepares a still WebP of our own, which is served as it is, outside the queue of uploads. Narrower widths are made when a
 * browser first asks for them (`makeMissingWidth`).
 * @param webp at most as wide as the widest served width
 * @param title the prompt's title, for the link preview
 */
export async function prepareOwnPicture(webp: Buffer, title: string): Promise<PreparedPicture> {
  const { width, height } = await sharp(webp).metadata();
  const still = await readSmallStill(webp);
  const [hash, color] = [hashOf(webp), await dominantColor(still)];
  const preview = await drawLinkPreview(still, title, hash);
  const fingerprint = await fingerprintOf(still);
  return { hash, fingerprint, width, height, animated: false, color, variants: [{ width, webp }], preview };
}

const hashOf = (upload: Buffer) => createHash("sha256").update(upload).digest("hex").slice(0, 32);

async function render(bytes: Buffer, format: ImageFormat, title: string): Promise<PreparedPicture> {
  const hash = hashOf(bytes);
  const end = preparing.startTimer();
  try {
    const { still, ...rendered } = await renderVariants(bytes, format);
    const preview = await drawLinkPreview(still, title, hash);
    const fingerprint = await fingerprintOf(still);
    end({ outcome: "made" });
    return { ...rendered, hash, fingerprint, preview };
  } catch (error) {
    end({ outcome: "refused" });
    throw error;
  }
}

/**
 * Draws the link preview of a stored picture, outside the queue of uploads: for jobs, one at a time.
 * @returns a JPEG; undefined when the stored file no longer exists
 */
export async function drawStoredPreview(
  storage: Storage,
  { hash, width }: { hash: string; width: number },
  title: string,
): Promise<Buffer | undefined> {
  const webp = await readFile(storage, widestKey(hash, width));
  return webp ? drawLinkPreview(await readSmallStill(webp), title, hash) : undefined;
}

/**
 * Draws the link preview again for a new title. Expensive: call it outside transactions.
 * @param picture prepared just now, or stored
 * @returns a JPEG; undefined when the stored file no longer exists
 * @throws AppError 429 or 503 as `preparePicture` does
 */
export async function redrawPreview(
  uploader: Uploader,
  storage: Storage,
  picture: PreparedPicture | { hash: string; width: number },
  title: string,
): Promise<Buffer | undefined> {
  const { hash, width } = picture;
  const webp =
    "variants" in picture ? picture.variants.at(-1)?.webp : await readFile(storage, widestKey(hash, width));
  if (!webp) return undefined;
  return drawPreview(uploader, { hash, webp }, title);
}

/**
 * Draws the link preview of a picture at hand. Expensive: call it outside transactions.
 * @param picture.webp its widest form
 * @throws AppError 429 or 503 as `preparePicture` does
 */
export function drawPreview(
  uploader: Uploader,
  { hash, webp }: { hash: string; webp: Buffer },
  title: string,
): Promise<Buffer> {
  return inTurn(stills, uploader, async () => drawLinkPreview(await readSmallStill(webp), title, hash));
}
