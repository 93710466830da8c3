/**
 * Moves prompts from merged tags to their targets, in the background, some at a time. Lists, counts and links are right
 * meanwhile: all reads take merged tags for their targets. If the job ends early, it goes on from the rows as they are.
 */
import type { Transaction } from "kysely";
import type { Context } from "#platform/context.ts";
import { inLongTransaction, inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { PERSISTENT } from "#platform/jobs.ts";
import { lockMergeTarget, replaceTag, selectMoving } from "./tag-administration.queries.ts";

const QUEUE = "move-merged-tags";
/** Prompts per transaction: who edits one of them waits for a second at most. */
const BATCH = 100;
/** Prompts per job: some minutes on a slow machine. Finding them reads the marks of all, so that fewer would be slower. */
const FOUND = 5000;
/** Another merge may come between finding a tag's target and locking it. */
const ATTEMPTS = 3;

type Moving = Pick<Context, "db" | "slowDb" | "jobs">;
interface MovedTag {
  id: number;
}

/** @param ending ends the work; another process, or the next start, goes on */
export async function startMoving(ctx: Moving, ending: AbortSignal): Promise<void> {
  await ctx.jobs.work<MovedTag>(QUEUE, PERSISTENT, async ({ id }) => {
    if (await moveSome(ctx, id, ending)) await ctx.jobs.send(ctx.db, QUEUE, { id });
  });
}

/** Has the prompts of a tag moved, which the same transaction merges. */
export async function enqueueMoving({ jobs }: Pick<Context, "jobs">, trx: Transaction<DB>, id: number) {
  await jobs.send(trx, QUEUE, { id });
}

/** @returns whether there may be more */
export async function moveSome(ctx: Pick<Moving, "db" | "slowDb">, id: number, ending: AbortSignal) {
  const found = await inLongTransaction(ctx, (trx) => selectMoving(trx, id, FOUND));
  for (let first = 0; first < found.length && !ending.aborted; first += BATCH)
    await moveBatch(ctx, id, found.slice(first, first + BATCH));
  return found.length > 0;
}

async function moveBatch({ db }: Pick<Context, "db">, id: number, promptIds: number[]): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const moved = await inTransaction(db, async (trx) => {
      const into = await lockMergeTarget(trx, id);
      if (into === undefined) return false;
      await replaceTag(trx, id, into, promptIds);
      return true;
    });
    if (moved) return;
  }
  throw new Error(`tag ${id} leads to none`);
}
