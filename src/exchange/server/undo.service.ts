/** Undoes imports for a day: what they made goes again, unless it was changed since. */
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { lockActiveUser } from "#accounts/server/users/users.service.ts";
import { deleteUnchanged } from "#collections/server/exchange.service.ts";
import { type ImportView, UNDO_HOURS, type Undone } from "#exchange/contract.ts";
import { inputMessages } from "#exchange/input-messages.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { AppError } from "#platform/http/errors.ts";
import { removeUneditedPrompts } from "#prompts/server/removal.service.ts";
import { deleteOldImports, lockImport, selectPromptIds, selectRecent, setUndone } from "./imports.queries.ts";
import { importNotFound, viewsOf } from "./imports.service.ts";

/** Days after which the site forgets what came together. */
const KEPT_DAYS = 2;

/** The viewer's imports that can be undone, newest first. */
export async function listImports(ctx: Pick<Context, "db">, viewer: Viewer): Promise<ImportView[]> {
  return viewsOf(ctx, await selectRecent(ctx.db, viewer.id, UNDO_HOURS));
}

/**
 * Removes the prompts of an import that were not edited since, and its collection if nothing of that was changed. One that is
 * undone already stays so.
 * @throws AppError 404 when there is none, 409 when it is too late, 401 or 403 as `lockActiveUser`
 */
export async function undoImport(ctx: Context, viewer: Viewer, id: number): Promise<Undone> {
  const { isNew, ...undone } = await inTransaction(ctx.db, async (trx) => {
    await lockActiveUser(trx, viewer.id);
    const row = await lockImport(trx, viewer.id, id, UNDO_HOURS);
    if (!row) throw importNotFound();
    const ids = await selectPromptIds(trx, id);
    if (row.is_undone) return { isNew: false, removed: row.prompts_count - ids.length, kept: ids.length };
    if (row.is_late) throw new AppError(409, "undo_too_late", inputMessages.undoTooLate);
    // Before its prompts go: the collection goes too, unless somebody has changed it.
    if (row.collection_id !== null) await deleteUnchanged(trx, row.collection_id);
    await setUndone(trx, id);
    const removed = await removeUneditedPrompts(trx, ctx.jobs, viewer.id, ids);
    return { isNew: true, removed, kept: ids.length - removed };
  });
  // Asked again and again, it must not empty everybody's caches.
  if (isNew) ctx.responseCache.clear();
  return undone;
}

/** Forgets imports that nobody can undo any more; the prompts stay. */
export const forgetImports = ({ db }: Pick<Context, "db">): Promise<void> => deleteOldImports(db, KEPT_DAYS);
