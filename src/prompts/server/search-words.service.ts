/** Counts the words that prompts use, hourly: by the rare ones similar texts are found, by all of them misspelt searches. */
import type { Context } from "#platform/context.ts";
import { inLongTransaction } from "#platform/database/db.ts";
import { countPublic, countWords, hasWords } from "./search-words.queries.ts";

const QUEUE = "count-search-words";
/** Prompts whose words are counted: some seconds of the database, once an hour. */
const SAMPLE = 10_000;
/** Authors who must have used a word, on a site with many prompts. */
const LEAST_AUTHORS = 2;
const LARGE_SITE = 1000;

/** Has the words of prompts counted hourly, in one of all processes; at once if they never were. */
export async function scheduleWordCounts(ctx: Pick<Context, "db" | "slowDb" | "jobs">): Promise<void> {
  await ctx.jobs.schedule(QUEUE, "23 * * * *", () => countSearchWords(ctx));
  if (!(await hasWords(ctx.db))) await ctx.jobs.send(ctx.db, QUEUE, {});
}

/** Counts the words of prompts, of a sample if there are many. */
export async function countSearchWords(ctx: Pick<Context, "db" | "slowDb">): Promise<void> {
  const total = await countPublic(ctx.db);
  const percent = Math.min(100, (100 * SAMPLE) / Math.max(1, total));
  await inLongTransaction(ctx, (trx) => countWords(trx, percent, total < LARGE_SITE ? 1 : LEAST_AUTHORS));
}
