/** Has pictures' files removed by jobs, so that files and rows go together whatever breaks in between. */
import type { Kysely, Transaction } from "kysely";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import type { Jobs } from "#platform/jobs.ts";
import { selectGonePrompts, selectUnusedImages } from "./images.queries.ts";
import { type PreparedPicture, removePreview, removeUnusedPicture } from "./images.service.ts";

const REMOVAL_QUEUE = "remove-pictures";
/** A store that is away for weeks still gets rid of what was removed: in the end it is asked every hour. */
const REMOVAL_RETRIES = {
  retryLimit: 1000,
  retryDelay: 5,
  retryDelayMax: 60 * 60,
  retentionSeconds: 60 * 24 * 60 * 60,
};
const SWEEP_QUEUE = "sweep-pictures";
/** When what was announced and never came to be is removed, in seconds: longer than any request takes. */
const ABANDONED_PICTURE_SECONDS = 60 * 60;

/** Pictures that one sweep has removed at most. */
const MOST_SWEPT = 10_000;

/** What may have lost its owner, or never got one; what has one is left alone. */
interface Leftovers {
  /** The width of those whose row may never have been committed. */
  pictures: { hash: string; width?: number }[];
  /** Prompts whose link preview it is. */
  previews: number[];
}

/** A job that removes what was announced. */
export type Announced = string;

/**
 * Says before the files of a picture are stored, in a commit of its own, that they may come to nothing. The transaction that
 * gives them an owner withdraws it; without that commit they are removed an hour later.
 * @param promptId of a prompt that does not exist yet
 */
export function announcePicture(
  { db, jobs }: { db: Kysely<DB>; jobs: Jobs },
  { hash, width }: PreparedPicture,
  promptId?: number,
): Promise<Announced> {
  const leftovers: Leftovers = { pictures: [{ hash, width }], previews: promptId ? [promptId] : [] };
  return jobs.send(db, REMOVAL_QUEUE, leftovers, ABANDONED_PICTURE_SECONDS);
}

/** In the transaction that gives a picture to a prompt. */
export function withdrawAnnounced(jobs: Jobs, trx: Transaction<DB>, announced: Announced): Promise<void> {
  return jobs.withdraw(trx, REMOVAL_QUEUE, announced);
}

/** Has a picture removed that a prompt does not have any more, unless another one does. */
export async function enqueuePictureRemoval(jobs: Jobs, trx: Transaction<DB>, hash: string): Promise<void> {
  const leftovers: Leftovers = { pictures: [{ hash }], previews: [] };
  await jobs.send(trx, REMOVAL_QUEUE, leftovers);
}

/**
 * Has removed what prompts leave behind that the transaction deletes: their link previews, and the pictures that no other
 * prompt has. The files go a moment after the commit: were they to go before it, a failure in between would leave prompts
 * without their picture.
 */
export async function enqueueFilesRemoval(
  jobs: Jobs,
  trx: Transaction<DB>,
  prompts: { id: number; image_hash: string }[],
): Promise<void> {
  const hashes = new Set(prompts.map((prompt) => prompt.image_hash));
  const leftovers: Leftovers = {
    pictures: [...hashes].map((hash) => ({ hash })),
    previews: prompts.map(({ id }) => id),
  };
  await jobs.send(trx, REMOVAL_QUEUE, leftovers);
}

/** Declares the queue and works on it. */
export async function startPictureJobs({
  db,
  jobs,
  storage,
}: Pick<Context, "db" | "jobs" | "storage">): Promise<void> {
  await jobs.work<Leftovers>(REMOVAL_QUEUE, REMOVAL_RETRIES, async ({ pictures, previews }) => {
    for (const picture of pictures) await removeUnusedPicture(db, storage, picture);
    for (const id of await selectGonePrompts(db, previews)) await removePreview(storage, id);
  });
  await jobs.schedule(SWEEP_QUEUE, "29 4 * * *", () => sweepPictures({ db, jobs }));
}

/** Has pictures removed that no prompt has and no job knows of any more, because it was given up. */
export async function sweepPictures({ db, jobs }: Pick<Context, "db" | "jobs">): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const hash of await selectUnusedImages(trx, MOST_SWEPT))
      await enqueuePictureRemoval(jobs, trx, hash);
  });
}
