/** Moderators take somebody's answer about a prompt away, with its note, and may give it back; both are logged. */
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { findUser } from "#accounts/server/users/users.service.ts";
import { messages } from "#moderation/messages.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { AppError } from "#platform/http/errors.ts";
import { setResultRemoved } from "#results/server/results.service.ts";
import { insertAuditEntry } from "./audit-log.service.ts";

/**
 * @param reason of a removal; null gives the answer back
 * @throws AppError 404 when there is no such answer, or when it is so already
 */
export async function moderateResult(
  ctx: Pick<Context, "db" | "responseCache">,
  moderator: Viewer,
  id: number | undefined,
  reason: string | null,
): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const result = id === undefined ? undefined : await setResultRemoved(trx, id, reason !== null);
    if (!result) throw new AppError(404, "result_not_found", messages.resultNotFound);
    await insertAuditEntry(trx, {
      admin_id: moderator.id,
      admin_username: moderator.username,
      action: reason === null ? "result_restored" : "result_removed",
      target_user_id: result.user_id,
      target_prompt_id: result.prompt_id,
      target_label: (await findUser(trx, result.user_id))?.username ?? "",
      reason,
    });
  });
  ctx.responseCache.clear();
}
