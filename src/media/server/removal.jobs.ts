/** Jobs that remove pictures' files, so that files and rows disappear together even after a crash. */
import type { Kysely, Transaction } from "kysely";
import type { Context } from "#platform/context.ts";
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import type { Jobs } from "#platform/jobs.ts";
import { fillFingerprints } from "./barred-pictures.service.ts";
import type { Credit } from "./credit.ts";
import { removePreview, removeUnusedPicture } from "./images.service.ts";
import type { PreparedPicture } from "./images.uploads.ts";

const REMOVAL_QUEUE = "remove-pictures";
/** Retries for weeks, in the end hourly, so that a storage that was away for long loses its removed files too. */
const REMOVAL_RETRIES = {
  retryLimit: 1000,
  retryDelay: 5,
  retryDelayMax: 60 * 60,
  retentionSeconds: 60 * 24 * 60 * 60,
};
const SWEEP_QUEUE = "sweep-pictures";
/** Seconds after which announced but uncommitted files are removed: longer than any request takes. */
const ABANDONED_PICTURE_SECONDS = 60 * 60;

/** Pictures that one sweep enqueues for removal at most. */
const MAX_SWEPT_PICTURES = 10_000;

/** Files that may have no owner any more, or never got one; the job removes only those. */
interface Leftovers {
  /** `width` is set when the row may never have been committed. */
  pictures: { hash: string; width?: number }[];
  /** Prompt ids whose link preview to remove. */
  previews: number[];
}

/** Questions to the room that owns prompts: `media` stores their pictures and does not know prompts. */
export interface PictureOwners {
  /** Whether a prompt uses the picture. */
  hasPicture(db: Kysely<DB>, hash: string): Promise<boolean>;
  /** Pictures that no prompt uses and no publication is about to use, by hash from one on, `most` at most. */
  selectUnused(db: Kysely<DB>, most: number, after?: string): Promise<string[]>;
  /** The credit of a picture that a public prompt has; undefined when none has it. */
  findShown(reads: BatchedReads, hash: string): Promise<Credit | undefined>;
  /** The picture of a public prompt, and the prompt's own credit; undefined when there is no such prompt. */
  findShownOf(reads: BatchedReads, promptId: number): Promise<{ hash: string; credit: Credit } | undefined>;
  /** Those ids that no prompt has (any more). */
  selectGone(db: Kysely<DB>, promptIds: number[]): Promise<number[]>;
}

/** Id of the job that removes announced files. */
export type Announced = string;

/**
 * Enqueues, in a commit of its own before the files are stored, their removal in an hour. The transaction that commits the
 * prompt withdraws it (`withdrawAnnounced`), so only files of a failed publication are removed.
 * @param promptId of the prompt to be inserted
 */
export function announcePicture(
  { db, jobs }: { db: Kysely<DB>; jobs: Jobs },
  { hash, width }: PreparedPicture,
  promptId?: number,
): Promise<Announced> {
  const leftovers: Leftovers = { pictures: [{ hash, width }], previews: promptId ? [promptId] : [] };
  return jobs.send(db, REMOVAL_QUEUE, leftovers, ABANDONED_PICTURE_SECONDS);
}

/** As {@link announcePicture}, for pictures that several new prompts share, in one job. */
export function announcePictures(
  { db, jobs }: { db: Kysely<DB>; jobs: Jobs },
  pictures: Pick<PreparedPicture, "hash" | "width">[],
): Promise<Announced> {
  const leftovers: Leftovers = {
    pictures: pictures.map(({ hash, width }) => ({ hash, width })),
    previews: [],
  };
  return jobs.send(db, REMOVAL_QUEUE, leftovers, ABANDONED_PICTURE_SECONDS);
}

/** Withdraws an announced removal, in the transaction that gives the picture to a prompt. */
export function withdrawAnnounced(jobs: Jobs, trx: Transaction<DB>, announced: Announced): Promise<void> {
  return jobs.withdraw(trx, REMOVAL_QUEUE, announced);
}

/** Enqueues the removal of a picture that a prompt no longer uses; the job keeps it if another prompt does. */
export async function enqueuePictureRemoval(jobs: Jobs, trx: Transaction<DB>, hash: string): Promise<void> {
  const leftovers: Leftovers = { pictures: [{ hash }], previews: [] };
  await jobs.send(trx, REMOVAL_QUEUE, leftovers);
}

/**
 * Enqueues the removal of link previews and pictures of the prompts that the transaction deletes. The files are removed
 * after the commit: before it, a failed commit would leave prompts without their picture.
 * @param others pictures that these prompts had before
 */
export async function enqueueFilesRemoval(
  jobs: Jobs,
  trx: Transaction<DB>,
  prompts: { id: number; image_hash: string }[],
  others: string[],
): Promise<void> {
  const hashes = new Set([...prompts.map((prompt) => prompt.image_hash), ...others]);
  const leftovers: Leftovers = {
    pictures: [...hashes].map((hash) => ({ hash })),
    previews: prompts.map(({ id }) => id),
  };
  await jobs.send(trx, REMOVAL_QUEUE, leftovers);
}

/** Starts the workers of both queues. */
export async function startPictureJobs(
  { db, jobs, storage }: Pick<Context, "db" | "jobs" | "storage">,
  owners: PictureOwners,
): Promise<void> {
  await jobs.work<Leftovers>(REMOVAL_QUEUE, REMOVAL_RETRIES, async ({ pictures, previews }) => {
    for (const picture of pictures) await removeUnusedPicture(db, storage, picture, owners.hasPicture);
    for (const id of await owners.selectGone(db, previews)) await removePreview(storage, id);
  });
  await jobs.schedule("fingerprint-pictures", "19 * * * *", (signal) =>
    fillFingerprints({ db, storage }, signal),
  );
  await jobs.schedule(SWEEP_QUEUE, "29 4 * * *", () => sweepPictures({ db, jobs }, owners));
}

/** Enqueues the removal of pictures that no prompt uses and whose job was given up. */
export async function sweepPictures(
  { db, jobs }: Pick<Context, "db" | "jobs">,
  owners: PictureOwners,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const hash of await owners.selectUnused(trx, MAX_SWEPT_PICTURES))
      await enqueuePictureRemoval(jobs, trx, hash);
  });
}
