/** Mails to a person of what may have been somebody else: a new password, a sign-in from a device that the account does not know. */
import type { Transaction } from "kysely";
import { deviceName } from "#accounts/server/devices/device-name.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import type { RateLimitName } from "#platform/http/rate-limits.ts";
import { enqueueNotice } from "./mail-jobs.ts";
import type { SecurityNotice } from "./notice-mails.ts";

/** Each kind has a pace of its own: a flood of one must not silence the other. */
const NOTICE_LIMITS: Record<SecurityNotice["kind"], RateLimitName> = {
  "new-device": "signInNoticePerAccount",
  "password-changed": "passwordNoticePerAccount",
};

/** What is told, and to whom. */
interface News {
  kind: SecurityNotice["kind"];
  person: { id: string; email: string; username: string };
  /** Of the device that did it. */
  userAgent: string | null;
}

/** Whether a person was written to of the same very often. */
async function isSpent(ctx: Context, pace: RateLimitName, userId: string): Promise<boolean> {
  try {
    await ctx.rateLimits.check(pace, userId);
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

/**
 * Runs a transaction whose deed a person is told of, in the same commit, unless they were told of the same very often. Their
 * notices are counted around it: within it, counting would wait for a second connection while it holds one. Only what was
 * done counts, so that nobody can use up the count by what fails.
 * @param news undefined where nobody has to be told
 */
export async function inToldTransaction<T>(
  ctx: Context,
  news: News | undefined,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  if (!news) return inTransaction(ctx.db, work);
  const { kind, person, userAgent } = news;
  const isTold = !(await isSpent(ctx, NOTICE_LIMITS[kind], person.id));
  const result = await inTransaction(ctx.db, async (trx) => {
    const done = await work(trx);
    const at = new Date().toISOString();
    if (isTold) await enqueueNotice(ctx, trx, person, { kind, at, device: deviceName(userAgent) });
    return done;
  });
  if (isTold) await ctx.rateLimits.charge(NOTICE_LIMITS[kind], person.id, 1);
  return result;
}
