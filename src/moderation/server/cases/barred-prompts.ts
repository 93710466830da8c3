/**
 * Other prompts with the picture that a removal bars: hidden until a person decides, each with a case; those with one that
 * is like it are shown to a person (decision 36).
 */
import type { Transaction } from "kysely";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import { findAlike } from "#media/server/barred-pictures.service.ts";
import { selectIsWithheld } from "#media/server/barred-pictures.shared.queries.ts";
import { CATEGORIES, type Ground, HIDING_CATEGORIES } from "#moderation/contract.ts";
import { alikeLetter } from "#moderation/server/notices/moderation-mails.ts";
import { preserve } from "#moderation/server/records/preservation.service.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { PERSISTENT } from "#platform/jobs.ts";
import { findStillShown } from "#prompts/server/moderation.shared.queries.ts";
import { lockPrompts } from "#prompts/server/removal.shared.queries.ts";
import { carryOut } from "./carry-out.ts";
import { readCaseNow } from "./case-now.ts";
import { type Case, openCase, setAlike } from "./cases.queries.ts";
import { selectDecisionsOf } from "./decisions.queries.ts";
import { BARRED_QUEUE, type BarredJob } from "./prepared-bar.ts";
import { findPrompt, type TargetNow } from "./target-types.ts";
import { contentHash, lockCaseOf, reportedNow } from "./targets.ts";
import { LEAVING_VISIBLE } from "./transition.ts";

/** Prompts found at a time. */
const BATCH = 50;

export async function workOnBarred(ctx: Context): Promise<void> {
  await ctx.jobs.work<BarredJob>(BARRED_QUEUE, PERSISTENT, async (job) => {
    for (;;) {
      if (!(await selectIsWithheld(ctx.batchedReads, job.hash))) return;
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
  isNeeded: (trx: Transaction<DB>, row: Case, found: TargetNow) => Promise<boolean>,
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
    const now = await readCaseNow(trx, ctx, row);
    await carryOut(ctx, trx, {
      ...{ row, now, decision: "hide_provisionally", by: null, category },
      ground: category === "intimate" ? "explicit" : (category as Ground),
      reason: `Outro prompt com exatamente esta imagem foi removido (“${CATEGORIES[category].label}”): este fica oculto até que uma pessoa decida.`,
    });
  });
}

/**
 * A likeness takes nothing away: a person looks at it. Not at what waits for a decision already, nor at what a person has
 * left visible as it is.
 */
function openAlike(ctx: Context, promptId: number, hash: string, job: BarredJob): Promise<void> {
  const { category, caseId } = job;
  const isNew = async (trx: Transaction<DB>, row: Case, found: TargetNow) =>
    row.state !== "open" &&
    !(await selectDecisionsOf(trx, row.id)).some(
      ({ action, content_hash }) => LEAVING_VISIBLE.includes(action) && content_hash === contentHash(found),
    );
  return openFor(ctx, promptId, { ...job, hash }, isNew, async (trx, row) => {
    await setAlike(trx, row.id, caseId);
    if (!HIDING_CATEGORIES.includes(category)) return;
    const admin = { email: ctx.config.adminEmail, username: "" };
    await enqueueNotice(ctx, trx, admin, alikeLetter(category));
  });
}
