/** Recovery of a forgotten password; the response is the same for every address. */

import { countAsked, takeInSilence, takeMail } from "#accounts/server/mails/asked-mails.ts";
import { enqueueMail } from "#accounts/server/mails/mail-jobs.ts";
import { createToken } from "#accounts/server/mails/one-time-tokens.ts";
import { mailConfirmations } from "#accounts/server/sign-up/signups.service.ts";
import { selectUserByEmail, updateRecoverySentAt } from "#accounts/server/users/users.queries.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";

/** Life of a recovery link, in milliseconds. */
const RECOVERY_MS = 60 * 60 * 1000;

/**
 * Mails a recovery link to a user, besides earlier ones; to an address with pending sign-ups, their confirmations again; to
 * other addresses nothing.
 * @param email in lower case
 * @param ip whom the limit is for
 * @throws AppError 429, depending only on the number of calls
 */
export async function requestRecovery(ctx: Context, email: string, ip: string): Promise<void> {
  await ctx.rateLimits.consume("recoverPerAddress", ip);
  await countAsked(ctx, "recovery", email, ip);
  if (await takeMail(ctx, "recovery", email, ip)) return;
  // Of every address: what is left of confirmations must not tell which ones have an account.
  const mayConfirm = await takeInSilence(ctx, "confirmation", email, ip);
  const user = await selectUserByEmail(ctx.db, email);
  if (user) {
    if (!user.is_demo) await mailRecovery(ctx, user.id);
  } else if (mayConfirm) {
    await inTransaction(ctx.db, (trx) => mailConfirmations(ctx, trx, email, ip));
  }
}

/** Earlier links stay valid: otherwise anyone could invalidate the owner's link. Rate limits bound their number. */
async function mailRecovery(ctx: Context, userId: string): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const now = new Date();
    await updateRecoverySentAt(trx, userId, now);
    const tokenId = await createToken(
      ctx,
      trx,
      { userId, isMailed: true },
      new Date(now.getTime() + RECOVERY_MS),
    );
    await enqueueMail(ctx, trx, tokenId, now);
  });
}
