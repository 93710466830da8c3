/**
 * Picture rules: processing, storing and removing, so that every prompt has its picture and a removed picture disappears.
 *
 * A picture is a row in `images` plus one file per width. The row is the lock: storing and removing hold it until their last
 * file is done, so files and row always change together. Queues bound the processor time and memory of processing.
 */
import { createHash } from "node:crypto";
import { buffer as readWhole } from "node:stream/consumers";
import type { Kysely, Transaction } from "kysely";
import { Histogram } from "prom-client";
import { type ImageView, variantWidths } from "#media/contract.ts";
import { type ImageFormat, mayMove } from "#media/image-format.ts";
import { messages } from "#media/messages.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError, overloaded } from "#platform/http/errors.ts";
import type { RateLimits } from "#platform/http/rate-limits.ts";
import { createFairQueue, createQueue } from "#platform/queue.ts";
import type { Storage } from "#platform/storage.ts";
import { readUpload } from "./data-url.ts";
import { allowSilence, deleteImage, findImage, lockImage, lockStoredImage } from "./images.queries.ts";
import { drawLinkPreview } from "./link-preview.ts";
import { dominantColor, type Rendered, readStill, renderVariants, renderWidth } from "./variants.ts";

export { PICTURES } from "./images.queries.ts";

const busy = () => overloaded(messages.busy, 10);

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
  rateLimits: Pick<RateLimits, "check" | "charge">;
}

/** Queues an upload's processing fairly between accounts. @throws AppError 429 when the account's time is used up */
async function inTurn<T>(
  queue: typeof stills,
  { accountId, rateLimits }: Uploader,
  work: () => Promise<T>,
): Promise<T> {
  await rateLimits.check("pictureSecondsPerAccount", accountId);
  return queue(accountId, async () => {
    const started = performance.now();
    try {
      return await work();
    } finally {
      await rateLimits.charge("pictureSecondsPerAccount", accountId, (performance.now() - started) / 1000);
    }
  });
}

/** One page of old pictures may request all their missing widths at once. */
const missingWidths = createQueue({ name: "missing widths", running: 1, waiting: 64, refusal: busy });

/** A transaction that waits for the storage occupies a database connection; this leaves connections for other requests. */
const storing = createQueue({ name: "storing", running: 4, waiting: 16, refusal: busy });

const preparing = new Histogram({
  name: "prompteca_picture_seconds",
  help: "Time to decode a picture and make its served forms, without waiting for its turn.",
  labelNames: ["outcome"],
  buckets: [0.1, 0.5, 2.5, 10],
});

export interface PreparedPicture extends Omit<Rendered, "still"> {
  /** First 32 hexadecimal digits of the SHA-256 of the upload. */
  hash: string;
  /** The link preview, a JPEG. */
  preview: Buffer;
}

/** Storage key of one width of a picture. */
export const variantKey = (hash: string, width: number) => `${hash}-${width}.webp`;
/** Storage key of a link preview. */
export const previewKey = (promptId: number) => `preview-${promptId}.jpg`;

/** Storage key of a picture's widest file. @param width of the picture in pixels */
export function widestKey(hash: string, width: number): string {
  return variantKey(hash, Math.max(...variantWidths(width)));
}

/** Width in pixels for clients that ignore `srcset`: enough for a card on most screens. */
const CARD_WIDTH = 800;

/** Whether a requested file name has the form of a storage key. */
export function isPictureKey(name: string): boolean {
  return /^(?:[0-9a-f]{32}-[1-9]\d{0,3}\.webp|preview-[1-9]\d{0,15}\.jpg)$/.test(name);
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
  const still = await readStill(webp);
  const { width, height } = still.info;
  const [hash, color] = [hashOf(webp), await dominantColor(still)];
  const preview = await drawLinkPreview(still, title, hash);
  return { hash, width, height, animated: false, color, variants: [{ width, webp }], preview };
}

const hashOf = (upload: Buffer) => createHash("sha256").update(upload).digest("hex").slice(0, 32);

async function render(bytes: Buffer, format: ImageFormat, title: string): Promise<PreparedPicture> {
  const hash = hashOf(bytes);
  const end = preparing.startTimer();
  try {
    const { still, ...rendered } = await renderVariants(bytes, format);
    const preview = await drawLinkPreview(still, title, hash);
    end({ outcome: "made" });
    return { ...rendered, hash, preview };
  } catch (error) {
    end({ outcome: "refused" });
    throw error;
  }
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
  const webp = "variants" in picture ? picture.variants.at(-1)?.webp : await readWidest(storage, picture);
  return (
    webp && inTurn(stills, uploader, async () => drawLinkPreview(await readStill(webp), title, picture.hash))
  );
}

async function readWidest(storage: Storage, { hash, width }: { hash: string; width: number }) {
  const file = await storage.get(widestKey(hash, width));
  return file?.body && (Buffer.isBuffer(file.body) ? file.body : readWhole(file.body));
}

/**
 * Runs a transaction that stores or removes files. Its locks last until the last file is done, however slow the storage:
 * otherwise another request could publish a picture that is being removed.
 * @throws AppError 503 when too many transactions wait for the storage
 */
export function inFilesTransaction<T>(
  db: Kysely<DB>,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return storing(() =>
    inTransaction(db, async (trx) => {
      await allowSilence(trx);
      return work(trx);
    }),
  );
}

/**
 * Stores a picture in the transaction that inserts or edits its prompt.
 *
 * The row comes first. It locks out a concurrent removal, which has either not begun or has removed row and files together;
 * both are then stored again here. The files come before the commit, so a visible prompt always has its picture. A job
 * announced before (`announcePicture`) removes what a crash in between leaves behind.
 */
export async function saveImage(
  trx: Transaction<DB>,
  storage: Storage,
  { hash, width, height, animated, color, variants }: PreparedPicture,
): Promise<void> {
  const bytes = variants.reduce((sum, { webp }) => sum + webp.length, 0);
  await lockImage(trx, { hash, width, height, animated, color, bytes });
  await Promise.all(
    variants.map(async (variant) => {
      const key = variantKey(hash, variant.width);
      if (!(await storage.exists(key))) await storage.put(key, variant.webp, "image/webp");
    }),
  );
}

/**
 * Renders and stores a width that did not exist when the picture was uploaded. The row is locked meanwhile, so that a
 * concurrent removal also removes the new file.
 * @param key of the missing file
 * @returns whether the file exists now
 * @throws AppError 503 when too many pictures are being processed
 */
export async function makeMissingWidth(db: Kysely<DB>, storage: Storage, key: string): Promise<boolean> {
  const [, hash = "", step] = /^([0-9a-f]{32})-(\d+)\.webp$/.exec(key) ?? [];
  const width = Number(step);
  const image = hash && (await findImage(db, hash));
  if (!image || !variantWidths(image.width).includes(width)) return false;
  return missingWidths(async () => {
    if (await storage.exists(key)) return true;
    const widest = await readWidest(storage, image);
    if (!widest) return false;
    const webp = await renderWidth(widest, width, image.animated);
    return inFilesTransaction(db, async (trx) => {
      if (!(await lockStoredImage(trx, hash))) return false;
      await storage.put(key, webp, "image/webp");
      return true;
    });
  });
}

/**
 * Stores a prompt's link preview before the commit that publishes or edits the prompt. After a crash in between, the file of
 * a new prompt is removed by the announced job (prompt ids are never reused); that of an edited prompt shows an edit that
 * was not confirmed, and the user's next attempt replaces it.
 */
export async function savePreview(
  storage: Storage,
  promptId: number,
  { preview }: Pick<PreparedPicture, "preview">,
): Promise<void> {
  await storage.put(previewKey(promptId), preview, "image/jpeg");
}

/** Removes the link preview of a deleted prompt. */
export async function removePreview(storage: Storage, promptId: number): Promise<void> {
  await storage.delete(previewKey(promptId));
}

/**
 * Removes files and row of a picture that no prompt uses; does nothing when one does.
 *
 * The row is locked meanwhile, and created when missing. A request that publishes the same picture concurrently has either
 * committed before, or waits, then finds neither row nor files and stores both again. After a crash the job runs again and
 * removes the rest.
 * @param width in pixels, for a picture whose row may never have been committed
 * @param isUsed whether a prompt uses the picture; asked while the row is locked
 */
export function removeUnusedPicture(
  db: Kysely<DB>,
  storage: Storage,
  { hash, width }: { hash: string; width?: number },
  isUsed: (trx: Transaction<DB>, hash: string) => Promise<boolean>,
): Promise<void> {
  return inFilesTransaction(db, async (trx) => {
    if (width) await lockImage(trx, { hash, width, height: 1, animated: false, color: "#000000", bytes: 1 });
    const image = await lockStoredImage(trx, hash);
    // Asked in a statement of its own, which sees whoever published the picture until this one was held.
    if (!image || (await isUsed(trx, hash))) return;
    await Promise.all(variantWidths(image.width).map((step) => storage.delete(variantKey(hash, step))));
    await deleteImage(trx, hash);
  });
}

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
