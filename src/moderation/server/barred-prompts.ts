/** Other prompts with exactly the picture that a removal bars: hidden until a person decides, each with a case (decision 36). */
import type { Transaction } from "kysely";
import { type Barrable, barPicture, isWithheld } from "#media/server/barred-pictures.service.ts";
import { BARRING_CATEGORIES, CATEGORIES, type Category, type Ground } from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { PERSISTENT } from "#platform/jobs.ts";
import { hidePrompt, lockPrompts } from "#prompts/server/hiding.service.ts";
import { findStillShown } from "#prompts/server/pictures.service.ts";
import { logDecision } from "./audit-log.service.ts";
import { type Case, openCase, setHiddenAutomatically } from "./cases.queries.ts";
import { insertDecision } from "./decisions.queries.ts";
import { preserve } from "./preservation.service.ts";
import { enqueueStatements } from "./statements.ts";
import { findPrompt, lockCaseOf, reportedNow } from "./targets.ts";

const QUEUE = "hide-barred";
/** Prompts found at a time. */
const BATCH = 50;

interface BarredJob {
  hash: string;
  category: Category;
}

/**
 * Bars the picture of a prompt that is removed, which is served no more from the commit on, and enqueues the job that hides
 * the other prompts with it. Locking them here would deadlock with edits that wait for the bar.
 */
export async function bar(
  { jobs }: Pick<Context, "jobs">,
  trx: Transaction<DB>,
  { prompt_id, category }: Case,
  ground: Ground,
  barrable: Barrable,
): Promise<void> {
  await barPicture(trx, prompt_id as number, barrable);
  const reported = category && BARRING_CATEGORIES.includes(category) ? category : ground;
  await jobs.send(trx, QUEUE, { hash: barrable.hash, category: reported as Category } satisfies BarredJob);
}

export async function workOnBarred(ctx: Context): Promise<void> {
  await ctx.jobs.work<BarredJob>(QUEUE, PERSISTENT, async (job) => {
    for (;;) {
      const ids = await findStillShown(ctx.db, job.hash, BATCH);
      if (!ids.length || !(await isWithheld(ctx.batchedReads, job.hash))) return;
      for (const id of ids) await hideBarred(ctx, id, job);
      ctx.responseCache.clear();
    }
  });
}

/** One transaction for each prompt, under the lock of its case. */
async function hideBarred(ctx: Context, promptId: number, { hash, category }: BarredJob): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const before = await findPrompt(trx, promptId);
    const row = before && (await lockCaseOf(trx, before));
    const [locked] = await lockPrompts(trx, { id: promptId });
    const found = locked && (await findPrompt(trx, promptId));
    // Changed, or decided, since it was found.
    if (!row || found?.snapshot.image?.image_hash !== hash || (found.hidden && !found.hiddenWithAuthor))
      return;
    await hidePrompt(trx, promptId);
    const { hours, label } = CATEGORIES[category];
    await openCase(trx, row.id, {
      hours,
      category: (row.state === "open" && row.category) || category,
      reported: reportedNow(row, found),
    });
    await setHiddenAutomatically(trx, row.id);
    const decision = {
      action: "hide",
      ground: category === "intimate" ? "explicit" : (category as Ground),
      reason: `Outro prompt com exatamente esta imagem foi removido (“${label}”): este fica oculto até que uma pessoa decida.`,
      decided_as: "automatic",
    } as const;
    const { id } = await insertDecision(trx, { ...decision, case_id: row.id, category });
    await enqueueStatements(ctx, trx, { id, case_id: row.id }, { author: true, reporter: false });
    await preserve(trx, row);
    await logDecision(trx, null, row, decision);
  });
}
