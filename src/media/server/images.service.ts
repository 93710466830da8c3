/**
 * Rules for stored pictures: every prompt has its picture, and a removed picture disappears.
 *
 * A picture is a row in `images` plus one file per width. The row is the lock: storing and removing hold it until their last
 * file is done, so files and row always change together.
 */
import type { Kysely, Transaction } from "kysely";
import { variantWidths } from "#media/contract.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { createQueue } from "#platform/queue.ts";
import { readFile, type Storage } from "#platform/storage.ts";
import { NO_FINGERPRINT } from "./fingerprint.ts";
import { allowIdleTransaction, deleteImage, lockImage } from "./images.queries.ts";
import { findImage, lockStoredImage } from "./images.shared.queries.ts";
import { busy, type PreparedPicture, type StoredForms } from "./images.uploads.ts";
import { previewKey, variantKey, widestKey } from "./stored-pictures.ts";
import { renderWidth } from "./variants.ts";

/** One page of old pictures may request all their missing widths at once. */
const missingWidths = createQueue({ name: "missing widths", running: 1, waiting: 64, refusal: busy });

/** A transaction that waits for the storage occupies a database connection; this leaves connections for other requests. */
const storing = createQueue({ name: "storing", running: 4, waiting: 16, refusal: busy });

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
      await allowIdleTransaction(trx);
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
  { hash, width, height, animated, color, variants, fingerprint }: StoredForms,
): Promise<void> {
  const bytes = variants.reduce((sum, { webp }) => sum + webp.length, 0);
  await lockImage(trx, {
    hash,
    width,
    height,
    animated,
    color,
    bytes,
    fingerprint: fingerprint ?? NO_FINGERPRINT,
  });
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
    const widest = await readFile(storage, widestKey(hash, image.width));
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
    // A statement of its own, so that it sees publications that committed while this one waited for the lock.
    if (!image || (await isUsed(trx, hash))) return;
    await Promise.all(variantWidths(image.width).map((step) => storage.delete(variantKey(hash, step))));
    await deleteImage(trx, hash);
  });
}
