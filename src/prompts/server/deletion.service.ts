/** Authors delete their own prompts, which are gone for everybody at once, and for good some minutes later. */
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { lockActiveUser } from "#accounts/server/users/users.service.ts";
import { requireStillNotBarred } from "#media/server/barred-pictures.service.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { workOffDue } from "#platform/due-work.ts";
import { type DeletedPrompt, type PromptView, UNDO_MINUTES } from "#prompts/contract.ts";
import { findPublished, ownPrompt } from "./authoring.service.ts";
import { selectDeleted, selectDueDeletions, setDeleted } from "./deletion.queries.ts";
import { promptNotFound } from "./prompt-id.ts";
import { removePrompt } from "./removal.service.ts";
import { lockPrompts } from "./removal.shared.queries.ts";

/** Deletions that one person is shown at most. */
const MOST_SHOWN = 50;
/** Prompts that the job asks for at once. */
const BATCH = 100;

/**
 * Deletes an author's own prompt with its picture and all reactions. A public one can be brought back for `UNDO_MINUTES`; one that
 * is hidden already goes for good, because moderation alone shows it again.
 * @throws AppError 404 when it does not exist, 403 when it is another author's, 429
 */
export async function deleteOwnPrompt(ctx: Context, author: Viewer, id: number): Promise<void> {
  await ctx.rateLimits.consume("deletePerAccount", author.id);
  await ownPrompt(ctx, author, id);
  await inTransaction(ctx.db, async (trx) => {
    const [prompt] = await lockPrompts(trx, { id, authorId: author.id });
    if (!prompt || prompt.deleted_at) throw promptNotFound();
    if (prompt.hidden_at) await removePrompt(trx, ctx.jobs, id, author.id);
    else await setDeleted(trx, id, true);
  });
  ctx.responseCache.clear();
}

/** What the viewer has deleted and can bring back, latest first. */
export async function listDeleted({ db }: Pick<Context, "db">, viewer: Viewer): Promise<DeletedPrompt[]> {
  const rows = await selectDeleted(db, viewer.id, MOST_SHOWN);
  return rows.map(({ id, title, deleted_at }) => ({
    id,
    title,
    undo_until: new Date(deleted_at.getTime() + UNDO_MINUTES * 60_000).toISOString(),
  }));
}

/**
 * Brings a prompt back that its author has deleted, with all that it had.
 * @throws AppError 404 when it is gone for good, or was not deleted; 422 when its picture is barred since; 401 or 403 as
 *   `lockActiveUser`
 */
export async function restoreOwnPrompt(ctx: Context, author: Viewer, id: number): Promise<PromptView> {
  await inTransaction(ctx.db, async (trx) => {
    // The same lock as a block takes, which may hide all of the author's prompts.
    await lockActiveUser(trx, author.id);
    const [prompt] = await lockPrompts(trx, { id, authorId: author.id });
    if (!prompt?.deleted_at) throw promptNotFound();
    await requireStillNotBarred(trx, { hash: prompt.image_hash, fingerprint: null });
    await setDeleted(trx, id, false);
  });
  ctx.responseCache.clear();
  return findPublished(ctx, author, id);
}

/** Deletes for good what was deleted `UNDO_MINUTES` ago. */
export async function deleteDue(ctx: Pick<Context, "db" | "jobs">, signal?: AbortSignal): Promise<void> {
  await workOffDue(
    { most: BATCH, signal },
    (failed) => selectDueDeletions(ctx.db, UNDO_MINUTES, { most: BATCH, failed }),
    (id) =>
      inTransaction(ctx.db, async (trx) => {
        const [prompt] = await lockPrompts(trx, { id });
        // Its author may have restored it meanwhile.
        if (prompt?.deleted_at) await removePrompt(trx, ctx.jobs, id);
      }),
  );
}
