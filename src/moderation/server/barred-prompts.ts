/**
 * Other prompts with the picture that a removal bars: hidden until a person decides, each with a case; those with one that
 * is like it are shown to a person (decision 36).
 */
import type { Transaction } from "kysely";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import { type Barrable, barPicture, findAlike, isWithheld } from "#media/server/barred-pictures.service.ts";
import {
  BARRING_CATEGORIES,
  CATEGORIES,
  type Category,
  type Ground,
  HIDING_CATEGORIES,
} from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { PERSISTENT } from "#platform/jobs.ts";
import { hidePrompt, lockPrompts } from "#prompts/server/hiding.service.ts";
import { findStillShown } from "#prompts/server/pictures.service.ts";
import { logDecision } from "./audit-log.service.ts";
import { LEAVING_VISIBLE } from "./automatic-hiding.ts";
import { type Case, openCase, setAlike, setHiddenAutomatically } from "./cases.queries.ts";
import { insertDecision, selectDecisionsOf } from "./decisions.queries.ts";
import { alikeLetter } from "./moderation-mails.ts";
import { preserve } from "./preservation.service.ts";
import { enqueueStatements } from "./statements.ts";
import { type Found, findPrompt } from "./target-types.ts";
import { contentHash, lockCaseOf, reportedNow } from "./targets.ts";

const QUEUE = "hide-barred";
/** Prompts found at a time. */
const BATCH = 50;

interface BarredJob {
  hash: string;
  category: Category;
  /** Of the prompt that was removed; absent in jobs of the version before. */
  caseId?: number;
}

/**
 * Bars the picture of a prompt that is removed, which is served no more from the commit on, and enqueues the job that hides
 * the other prompts with it. Locking them here would deadlock with edits that wait for the bar.
 */
export async function bar(
  { jobs }: Pick<Context, "jobs">,
  trx: Transaction<DB>,
  { id: caseId, prompt_id, category }: Case,
  ground: Ground,
  barrable: Barrable,
): Promise<void> {
  await barPicture(trx, prompt_id as number, barrable);
  const reported = category && BARRING_CATEGORIES.includes(category) ? category : ground;
  await jobs.send(trx, QUEUE, {
    hash: barrable.hash,
    category: reported as Category,
    caseId,
  } satisfies BarredJob);
}

export async function workOnBarred(ctx: Context): Promise<void> {
  await ctx.jobs.work<BarredJob>(QUEUE, PERSISTENT, async (job) => {
    for (;;) {
      if (!(await isWithheld(ctx.batchedReads, job.hash))) return;
      const ids = await findStillShown(ctx.db, job.hash, BATCH);
      if (!ids.length) break;
      for (const id of ids) await hideBarred(ctx, id, job);
      ctx.responseCache.clear();
    }
    for await (const hash of findAlike(ctx.db, job.hash))
      for (const id of await findStillShown(ctx.db, hash, BATCH)) await openAlike(ctx, id, hash, job);
  });
}

/**
 * Opens a prompt's case for a category, under its lock, in a transaction of its own; not of a prompt that was changed, or
 * hidden by a decision, since it was found.
 * @param hash of the picture with which it was found
 * @param isNeeded of the locked case and its prompt
 * @param also what belongs to it
 */
async function openFor(
  ctx: Context,
  promptId: number,
  { hash, category }: BarredJob,
  isNeeded: (trx: Transaction<DB>, row: Case, found: Found) => Promise<boolean>,
  also: (trx: Transaction<DB>, row: Case) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const before = await findPrompt(trx, promptId);
    const row = before && (await lockCaseOf(trx, before));
    const [locked] = await lockPrompts(trx, { id: promptId });
    const found = locked && (await findPrompt(trx, promptId));
    if (!row || found?.snapshot.image?.image_hash !== hash || (found.hidden && !found.hiddenWithAuthor))
      return;
    if (!(await isNeeded(trx, row, found))) return;
    await openCase(trx, row.id, {
      hours: CATEGORIES[category].hours,
      category: (row.state === "open" && row.category) || category,
      reported: reportedNow(row, found),
    });
    await also(trx, row);
    await preserve(trx, row);
  });
}

function hideBarred(ctx: Context, promptId: number, job: BarredJob): Promise<void> {
  const { category } = job;
  const always = async () => true;
  return openFor(ctx, promptId, job, always, async (trx, row) => {
    await hidePrompt(trx, promptId);
    await setHiddenAutomatically(trx, row.id);
    const decision = {
      action: "hide",
      ground: category === "intimate" ? "explicit" : (category as Ground),
      reason: `Outro prompt com exatamente esta imagem foi removido (“${CATEGORIES[category].label}”): este fica oculto até que uma pessoa decida.`,
      decided_as: "automatic",
    } as const;
    const { id } = await insertDecision(trx, { ...decision, case_id: row.id, category });
    await enqueueStatements(ctx, trx, { id, case_id: row.id }, { author: true, reporter: false });
    await logDecision(trx, null, row, decision);
  });
}

/**
 * A likeness takes nothing away: a person looks at it. Not at what waits for a decision already, nor at what a person has
 * left visible as it is.
 */
function openAlike(ctx: Context, promptId: number, hash: string, job: BarredJob): Promise<void> {
  const { category, caseId } = job;
  const isNew = async (trx: Transaction<DB>, row: Case, found: Found) =>
    row.state !== "open" &&
    !(await selectDecisionsOf(trx, row.id)).some(
      ({ action, content_hash }) => LEAVING_VISIBLE.includes(action) && content_hash === contentHash(found),
    );
  return openFor(ctx, promptId, { ...job, hash }, isNew, async (trx, row) => {
    if (caseId !== undefined) await setAlike(trx, row.id, caseId);
    if (!HIDING_CATEGORIES.includes(category)) return;
    const admin = { email: ctx.config.adminEmail, username: "" };
    await enqueueNotice(ctx, trx, admin, alikeLetter(category));
  });
}
