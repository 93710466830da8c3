/**
 * Makes the search documents of older prompts anew in the background, after a migration that changes their form: it sets
 * `search_renewal` to the last prompt. Searches find meanwhile what the earlier form has. Then the bits of their titles, which
 * only make searches faster.
 */
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { lockRenewal, renewDocuments, renewTitles } from "./search-documents.ts";

const QUEUE = "renew-search-documents";
/** Prompts per transaction: who edits one of them waits for a second at most. */
const BATCH = 100;
/** Seconds until another process may take over. */
const EXPIRY = 6 * 3600;

/**
 * Begins at once if there is something to do, in one of all processes.
 * @param ending ends the work; another process, or the next start, goes on
 */
export async function scheduleRenewal(ctx: Pick<Context, "db" | "jobs">, ending: AbortSignal): Promise<void> {
  const work = async (tooLong: AbortSignal) => {
    const end = AbortSignal.any([ending, tooLong]);
    while (!end.aborted && (await renewNext(ctx))) {}
  };
  await ctx.jobs.schedule(QUEUE, "41 * * * *", work, { policy: "exclusive", expireInSeconds: EXPIRY });
  const { documents, titles } = await lockRenewal(ctx.db);
  if (documents > 0 || titles > 0) await ctx.jobs.send(ctx.db, QUEUE, {});
}

/** Makes the next documents or bits anew, of the newest prompts first. @returns whether there may be more */
export function renewNext({ db }: Pick<Context, "db">): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { documents, titles } = await lockRenewal(trx);
    if (documents > 0) await renewDocuments(trx, documents, Math.max(0, documents - BATCH));
    else if (titles > 0) await renewTitles(trx, titles, Math.max(0, titles - BATCH));
    return documents > 0 || titles > 0;
  });
}
