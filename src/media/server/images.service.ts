/** Rules of pictures: from an upload to files and back, so that a prompt has its picture and a removed picture dies. */
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
import { decodeImage } from "./data-url.ts";
import {
  allowSilence,
  deleteImages,
  findImage,
  lockImage,
  lockStoredImage,
  lockUnusedImages,
} from "./images.queries.ts";
import { drawLinkPreview } from "./link-preview.ts";
import { type Rendered, readStill, renderVariants, renderWidth } from "./variants.ts";

/**
 * Those who wait hold up to 12 MB each, and no more in all than there is room for bodies. Four of one account: a publication that
 * is sent again, in several tabs too, waits for itself.
 */
const lane = (name: string) =>
  createFairQueue({
    name,
    waiting: 12,
    each: 4,
    refusal: () => overloaded(messages.busy, 10),
    ownRefusal: () =>
      new AppError(429, "over_request_rate_limit", messages.ownBusy, { headers: { "retry-after": "10" } }),
  });
/** A still picture keeps one core busy for a second or two and takes up to 300 MB. */
const stills = lane("pictures");
/** An animation takes up to 150 MB and ten times as long: no still picture waits for one. */
const animations = lane("animations");

/** Whose picture is worked on, and what counts the time that it takes. */
export interface Uploader {
  accountId: string;
  rateLimits: Pick<RateLimits, "check" | "charge">;
}

/** Works on a person's picture in turn with everybody else's. @throws AppError 429 when they have used up their time */
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

/** A page of old pictures asks for all of theirs at once. */
const missingWidths = createQueue({
  name: "missing widths",
  running: 1,
  waiting: 64,
  refusal: () => overloaded(messages.busy, 10),
});

/** Who waits for the storage in a transaction has a connection meanwhile: the others stay for everybody else. */
const storing = createQueue({
  name: "storing",
  running: 4,
  waiting: 16,
  refusal: () => overloaded(messages.busy, 10),
});

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

/** The key of one width of a picture. */
export const variantKey = (hash: string, width: number) => `${hash}-${width}.webp`;
/** The key of a link preview. */
export const previewKey = (promptId: number) => `preview-${promptId}.jpg`;

/** The key of a picture's widest file. @param width of the picture, in pixels */
export function widestKey(hash: string, width: number): string {
  return variantKey(hash, Math.max(...variantWidths(width)));
}

/** For whoever takes one width only, in pixels: enough for a card on most screens. */
const CARD_WIDTH = 800;

/** Whether a file may be asked for by this name: a width of a picture, or a link preview. */
export function isPictureKey(name: string): boolean {
  return /^(?:[0-9a-f]{32}-[1-9]\d{0,3}\.webp|preview-[1-9]\d{0,15}\.jpg)$/.test(name);
}

/**
 * Turns an upload into everything that will be stored. Costly: call it outside any transaction.
 * @param dataUrl the upload, a base64 data URL
 * @param title the prompt's, for its link preview
 * @throws AppError 400 or 413 on `thumbnail_url` for what is not an acceptable picture; 429 when the uploader has too many
 *   under way or has used up their time, 503 when all together have too many
 */
export async function preparePicture(
  uploader: Uploader,
  dataUrl: string,
  title: string,
): Promise<PreparedPicture> {
  const { bytes, format } = decodeImage(dataUrl);
  const queue = mayMove(bytes, format) ? animations : stills;
  return inTurn(queue, uploader, () => render(bytes, format, title));
}

/**
 * The same for a PNG of our own making, which nobody can make large: it does not queue with the uploads.
 * @param title the prompt's, for its link preview
 */
export function prepareOwnPicture(png: Buffer, title: string): Promise<PreparedPicture> {
  return render(png, "png", title);
}

async function render(bytes: Buffer, format: ImageFormat, title: string): Promise<PreparedPicture> {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
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
 * Draws the link preview of a picture anew, with another title. Costly: call it outside any transaction.
 * @param picture one just prepared, or one that is stored
 * @returns undefined when the file of a stored one is not there (any more)
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
  const file = await storage.get(variantKey(hash, Math.max(...variantWidths(width))));
  return file?.body && (Buffer.isBuffer(file.body) ? file.body : readWhole(file.body));
}

/**
 * Runs a transaction that stores or removes files. What it holds stays held until its last file is done, however slow the
 * storage is: otherwise somebody else could publish a picture whose removal is still under way.
 * @throws AppError 503 when too many wait for the storage
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
 * Stores a picture in the transaction that will give it to a prompt.
 *
 * The row comes first: it holds the picture against a removal at the same time, which has either not begun, or has taken
 * row and files away together, so that both are made anew here. The files come before the commit: whoever sees the prompt
 * finds its picture. What a crash in between leaves has been announced (`announcePicture`).
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
 * Makes a width that pictures were not stored in yet when this one was, and keeps it. The row is held while the file is
 * put, so that a removal at the same time finds the file and takes it along.
 * @param key of the file that is missing
 * @returns whether it is there now
 * @throws AppError 503 when too many pictures are under way
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
 * Stores a prompt's link preview, before the commit that makes the prompt visible or changes it. Ids of prompts are never
 * used twice, so after a crash a new prompt's file belongs to nobody and goes as announced (`announcePicture`); a changed one's
 * tells of a change that was never confirmed and is simply asked for again.
 */
export async function savePreview(
  storage: Storage,
  promptId: number,
  { preview }: Pick<PreparedPicture, "preview">,
): Promise<void> {
  await storage.put(previewKey(promptId), preview, "image/jpeg");
}

/** Removes a link preview; its prompt is gone. */
export async function removePreview(storage: Storage, promptId: number): Promise<void> {
  await storage.delete(previewKey(promptId));
}

/**
 * Removes a picture that no prompt has (any more), files and row; one that a prompt has is left alone.
 *
 * The row is held meanwhile, and is made where there is none: whoever publishes the same picture at that moment has either
 * given it to a prompt before this looks, or waits, then finds neither row nor file and stores both anew. A crash leaves
 * some of it; removing it again removes the rest.
 * @param width in pixels: of one whose row may never have been committed
 */
export function removeUnusedPicture(
  db: Kysely<DB>,
  storage: Storage,
  { hash, width }: { hash: string; width?: number },
): Promise<void> {
  return inFilesTransaction(db, async (trx) => {
    if (width) await lockImage(trx, { hash, width, height: 1, animated: false, color: "#000000", bytes: 1 });
    const unused = await lockUnusedImages(trx, [hash]);
    const keys = unused.flatMap((picture) =>
      variantWidths(picture.width).map((step) => variantKey(picture.hash, step)),
    );
    await Promise.all(keys.map((key) => storage.delete(key)));
    await deleteImages(trx, unused);
  });
}

/** What an answer needs of a picture, in the words in which queries select it beside its prompt. */
export interface PromptImageColumns {
  image_hash: string;
  image_alt: string | null;
  width: number;
  height: number;
  animated: boolean;
  color: string;
}

/** A picture as answers show it. */
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
