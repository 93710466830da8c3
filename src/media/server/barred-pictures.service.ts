/** Pictures that may not be uploaded again, nor copies of them. */
import type { Kysely, Transaction } from "kysely";
import { messages } from "#media/messages.ts";
import type { DB } from "#platform/database/schema.ts";
import type { AppError } from "#platform/http/errors.ts";
import { readFile, type Storage } from "#platform/storage.ts";
import { insertBarred, isBarred } from "./barred-pictures.queries.ts";
import { refusal } from "./data-url.ts";
import { fingerprintsOfCopies, MAX_DIFFERENCE } from "./fingerprint.ts";
import type { PreparedPicture } from "./images.uploads.ts";
import { widestKey } from "./stored-pictures.ts";
import { readStill } from "./variants.ts";

export { deleteBarred as liftBar } from "./barred-pictures.queries.ts";

/** A stored picture, and what its copies look like. */
export interface Barrable {
  hash: string;
  fingerprints: string[];
}

/** Computes what barring a picture needs. Expensive: call it outside transactions. @param width of the picture in pixels */
export async function prepareBar(storage: Storage, hash: string, width: number): Promise<Barrable> {
  const webp = await readFile(storage, widestKey(hash, width));
  return { hash, fingerprints: webp ? await fingerprintsOfCopies(await readStill(webp)) : [] };
}

/** Bars a picture, also for who publishes it at this moment and has not committed: prompts with it are hidden, not deleted. */
export async function barPicture(trx: Transaction<DB>, { hash, fingerprints }: Barrable): Promise<void> {
  await insertBarred(trx, hash, fingerprints);
}

/** @throws AppError 422 on `thumbnail_url` for a barred picture and its copies */
export async function requireNotBarred(
  db: Kysely<DB>,
  picture: Pick<PreparedPicture, "hash" | "fingerprint">,
): Promise<void> {
  if (await isBarred(db, picture, MAX_DIFFERENCE)) throw barred();
}

const barred = (): AppError => refusal(422, "image_barred", messages.barred);
