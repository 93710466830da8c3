/**
 * Makes the search documents that a rename or an import has left behind, some at a time, so that neither holds its locks for as
 * long as many documents take.
 */
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import {
  forgetStale,
  renewDocuments,
  type StaleAuthor,
  selectStale,
  selectStaleAuthors,
  setRightTo,
} from "./stale-documents.queries.ts";

const QUEUE = "renew-documents";
/** Prompts per transaction: who edits one of them waits for a second at most. */
const BATCH = 20;
/** Authors who are read at once. */
const AUTHORS = 1000;

/** Has the work done each minute, by one of all processes. */
export async function scheduleRenewals(ctx: Pick<Context, "db" | "jobs">): Promise<void> {
  await ctx.jobs.schedule(QUEUE, "* * * * *", (signal) => renewStale(ctx, signal), { policy: "exclusive" });
}

/**
 * Works off all stale authors, a batch of each in turn: nobody waits for one with thousands of prompts, or for one whose batch
 * fails.
 * @throws the last failure, when all others are done
 */
export async function renewStale({ db }: Pick<Context, "db">, signal?: AbortSignal): Promise<void> {
  const failed = new Set<string>();
  let failure: unknown;
  for (;;) {
    const authors = (await selectStaleAuthors(db, AUTHORS)).filter(({ user_id }) => !failed.has(user_id));
    if (authors.length === 0) break;
    for (const author of authors) {
      if (signal?.aborted) return;
      try {
        await renewBatch(db, author);
      } catch (error) {
        failed.add(author.user_id);
        failure = error;
      }
    }
  }
  if (failure) throw failure;
}

async function renewBatch(db: Context["db"], author: StaleAuthor): Promise<void> {
  const ids = await selectStale(db, author, BATCH);
  const last = ids.at(-1);
  if (last === undefined) return forgetStale(db, author);
  await inTransaction(db, async (trx) => {
    await renewDocuments(trx, ids);
    await setRightTo(trx, author, last);
  });
}

/**
 * Makes the documents of prompts that have just been published without (`leaveDocuments`), so that the answer finds them made.
 * If it does not come to its end, the job does.
 * @param ids ascending
 */
export async function makeDocuments(
  { db, log }: Pick<Context, "db" | "log">,
  authorId: string,
  ids: number[],
): Promise<void> {
  try {
    for (let first = 0; first < ids.length; first += BATCH)
      await inTransaction(db, (trx) => renewDocuments(trx, ids.slice(first, first + BATCH)));
    await forgetStale(db, { user_id: authorId, right_to: (ids[0] ?? 0) - 1, causes: 1 });
  } catch (error) {
    log.warn({ err: error }, "prompts: a job will make the documents of an import");
  }
}
