/** Moderators make a collection private, for a reason that its owner reads, or give it back; the log has both. */
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { restoreCollection, withdrawCollection } from "#collections/server/withdrawal.service.ts";
import { messages } from "#moderation/messages.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { AppError } from "#platform/http/errors.ts";
import { insertAuditEntry } from "./audit-log.service.ts";

type Withdrawing = Pick<Context, "db" | "responseCache">;

/** @throws AppError 404 when there is no such public collection */
export async function withdraw(ctx: Withdrawing, by: Viewer, id: number, reason: string): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const collection = await withdrawCollection(trx, id, reason);
    if (!collection) throw new AppError(404, "collection_not_found", messages.collectionNotPublic);
    await insertAuditEntry(trx, {
      admin_id: by.id,
      admin_username: by.username,
      action: "collection_withdrawn",
      target_user_id: collection.user_id,
      target_label: collection.title,
      reason,
    });
  });
  ctx.responseCache.clear();
}

/** @throws AppError 404 when no moderator has made it private */
export async function restore(ctx: Withdrawing, by: Viewer, id: number): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const collection = await restoreCollection(trx, id);
    if (!collection) throw new AppError(404, "collection_not_found", messages.collectionNotWithdrawn);
    await insertAuditEntry(trx, {
      admin_id: by.id,
      admin_username: by.username,
      action: "collection_restored",
      target_user_id: collection.user_id,
      target_label: collection.title,
    });
  });
  ctx.responseCache.clear();
}
