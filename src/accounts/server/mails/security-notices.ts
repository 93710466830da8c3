/** Mails about events that the owner may not have caused: a new password, a sign-in from an unknown device. */
import type { Transaction } from "kysely";
import { deviceName } from "#accounts/server/devices/device-name.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import type { RateLimitName } from "#platform/http/rate-limits.ts";
import { enqueueNotice } from "./mail-jobs.ts";
import type { SecurityNotice } from "./notice-mails.ts";

/** Each kind has its own rate limit: a flood of one must not silence the other. */
const NOTICE_LIMITS: Record<SecurityNotice["kind"], RateLimitName> = {
  "new-device": "signInNoticePerAccount",
  "password-changed": "passwordNoticePerAccount",
};

/** A notice and its recipient. */
interface News {
  kind: SecurityNotice["kind"];
  user: { id: string; email: string; username: string };
  /** User agent of the acting device. */
  userAgent: string | null;
}

/** Whether the user may receive another such notice. */
async function isWithin(ctx: Context, limit: RateLimitName, userId: string): Promise<boolean> {
  try {
    await ctx.rateLimits.check(limit, userId);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Runs a transaction and enqueues its notice in the same commit, unless the rate limit is reached. The limit is checked
 * outside the transaction, which would otherwise need a second connection while holding one. Only committed notices
 * count, so failures cannot use up the limit.
 * @param news undefined when no notice is due
 */
export async function inToldTransaction<T>(
  ctx: Context,
  news: News | undefined,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  if (!news) return inTransaction(ctx.db, work);
  const { kind, user, userAgent } = news;
  const limit = NOTICE_LIMITS[kind];
  const isMailed = await isWithin(ctx, limit, user.id);
  const result = await inTransaction(ctx.db, async (trx) => {
    const done = await work(trx);
    const at = new Date().toISOString();
    if (isMailed) await enqueueNotice(ctx, trx, user, { kind, at, device: deviceName(userAgent) });
    return done;
  });
  if (isMailed) await ctx.rateLimits.charge(limit, user.id, 1);
  return result;
}
