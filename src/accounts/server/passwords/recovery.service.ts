/** Recovering a forgotten password: the answer is the same for every address (design 4.12). */

import { enqueueMail } from "#accounts/server/mails/mail-jobs.ts";
import { createToken } from "#accounts/server/mails/one-time-tokens.ts";
import { mailConfirmations } from "#accounts/server/sign-up/signups.service.ts";
import { selectUserByEmail, updateRecoverySentAt } from "#accounts/server/users/users.queries.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";

/** Life of a recovery link, in milliseconds. */
const RECOVERY_MS = 60 * 60 * 1000;

/**
 * Mails a recovery link to a person, beside those that were mailed before; to an address whose sign-ups wait, their confirmations again;
 * to any other, nothing.
 * @param email in lower case
 * @param ip whom the limit is for
 * @throws AppError 429, by how often it was asked alone
 */
export async function requestRecovery(ctx: Context, email: string, ip: string): Promise<void> {
  await ctx.rateLimits.consume("recoverPerAddress", ip);
  await ctx.rateLimits.consume("recoverPerAccount", email);
  if (await ctx.rateLimits.take("recoveryMailPace", email)) return;
  const user = await selectUserByEmail(ctx.db, email);
  if (user) {
    if (!user.is_demo) await mailRecovery(ctx, user.id);
  } else if ((await ctx.rateLimits.take("confirmationMailPace", email)) === 0) {
    await inTransaction(ctx.db, (trx) => mailConfirmations(ctx, trx, email));
  }
}

/** What was mailed before lives on: else whoever asks could void the owner's link. The limits bound how many there are. */
async function mailRecovery(ctx: Context, userId: string): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const now = new Date();
    await updateRecoverySentAt(trx, userId, now);
    const tokenId = await createToken(ctx, trx, { userId }, new Date(now.getTime() + RECOVERY_MS));
    await enqueueMail(ctx, trx, tokenId, now);
  });
}
