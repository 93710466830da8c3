/** Pictures that may not be uploaded again, nor copies of them. */
import type { Kysely, Transaction } from "kysely";
import { messages } from "#media/messages.ts";
import type { DB } from "#platform/database/schema.ts";
import type { AppError } from "#platform/http/errors.ts";
import { readFile, type Storage } from "#platform/storage.ts";
import {
  insertBarred,
  isBarred,
  lockBars,
  selectAlike,
  selectWithoutFingerprint,
  setFingerprint,
  shareBars,
} from "./barred-pictures.queries.ts";
import { isCover } from "./covers.ts";
import { refusal } from "./data-url.ts";
import { fingerprintOf, fingerprintsOfCopies, MAX_DIFFERENCE, NO_FINGERPRINT } from "./fingerprint.ts";
import type { PreparedPicture } from "./images.uploads.ts";
import { widestKey } from "./stored-pictures.ts";
import { readSmallStill } from "./variants.ts";

/** A stored picture, and what its copies look like. */
export interface Barrable {
  hash: string;
  fingerprints: string[];
}

/** Computes what barring a picture needs. Expensive: call it outside transactions. @param width of the picture in pixels */
export async function prepareBar(storage: Storage, hash: string, width: number): Promise<Barrable> {
  const webp = await readFile(storage, widestKey(hash, width));
  return { hash, fingerprints: webp ? await fingerprintsOfCopies(await readSmallStill(webp)) : [] };
}

/**
 * Bars the picture of a prompt, also for whoever has uploaded it and not yet published. Call it before counts are locked:
 * publications that hold this off wait for them. A cover of the site's own stays: others have it too.
 */
export async function barPicture(
  trx: Transaction<DB>,
  promptId: number,
  { hash, fingerprints }: Barrable,
): Promise<void> {
  if (isCover(hash)) return;
  await lockBars(trx);
  await insertBarred(trx, promptId, hash, fingerprints);
}

/** @throws AppError 422 on `thumbnail_url` for a barred picture and its copies */
export async function requireNotBarred(
  db: Kysely<DB>,
  picture: Pick<PreparedPicture, "hash" | "fingerprint">,
): Promise<void> {
  if (await isBarred(db, picture, MAX_DIFFERENCE)) throw barred();
}

/** The same, in the transaction that publishes the picture, last before the prompt: it may have been barred meanwhile. */
export async function requireStillNotBarred(
  trx: Transaction<DB>,
  picture: Pick<PreparedPicture, "hash" | "fingerprint">,
): Promise<void> {
  await shareBars(trx);
  await requireNotBarred(trx, picture);
}

/** Pictures compared in one statement, in some tenths of a second. */
const PAGE = 5000;

/** Stored pictures that look like a barred one, page by page: all of them are compared. For jobs. */
export async function* findAlike(db: Kysely<DB>, barred: string): AsyncGenerator<string> {
  for (let after: string | null = ""; after !== null; ) {
    const { alike, last } = await selectAlike(db, barred, after, {
      most: PAGE,
      maxDifference: MAX_DIFFERENCE,
    });
    yield* alike;
    after = last;
  }
}

/** Pictures of one run: a minute or two. */
const MOST_FILLED = 5000;

/** Computes the fingerprints of pictures that were stored before these existed. */
export async function fillFingerprints(
  { db, storage }: { db: Kysely<DB>; storage: Storage },
  signal?: AbortSignal,
): Promise<void> {
  for (const { hash, width } of await selectWithoutFingerprint(db, MOST_FILLED)) {
    if (signal?.aborted) return;
    const webp = await readFile(storage, widestKey(hash, width));
    await setFingerprint(
      db,
      hash,
      (webp && (await fingerprintOf(await readSmallStill(webp)))) || NO_FINGERPRINT,
    );
  }
}

const barred = (): AppError => refusal(422, "image_barred", messages.barred);
