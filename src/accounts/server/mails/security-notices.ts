/** Mails about events that the owner may not have caused: a new password, passkeys, a sign-in from an unknown device. */
import type { Transaction } from "kysely";
import { deviceName } from "#accounts/server/devices/device-name.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import type { RateLimitName } from "#platform/http/rate-limits.ts";
import { enqueueNotice } from "./mail-jobs.ts";
import type { SecurityNotice } from "./notice-mails.ts";

/**
 * What strangers can cause has a rate limit of its own: a flood of it must not silence the rest. Making passkeys is limited
 * itself, and so is what there is to remove: none goes without its mail.
 */
const NOTICE_LIMITS: Record<SecurityNotice["kind"], RateLimitName | undefined> = {
  "new-device": "signInNoticePerAccount",
  "password-changed": "passwordNoticePerAccount",
  "passkey-used": "signInNoticePerAccount",
  "passkey-made": undefined,
  "passkey-removed": undefined,
  "passkey-copied": "copiedPasskeyNoticePerAccount",
};

/** A notice and its recipient. */
interface News {
  kind: SecurityNotice["kind"];
  user: { id: string; email: string; username: string };
  /** User agent of the acting device. */
  userAgent: string | null;
  /** The issuer by which the user entered, in place of the password. */
  issuer?: string;
  /** What a new password leaves. */
  passkeys?: string;
  /** Whether it unlinks issuers. */
  unlinks?: boolean;
}

/** Whether the user may receive another such notice. */
const isWithin = async (ctx: Context, limit: RateLimitName, userId: string): Promise<boolean> =>
  (await ctx.rateLimits.waitFor(limit, userId)) === 0;

/**
 * Runs a transaction and enqueues its notice in the same commit, unless the rate limit is reached. The limit is checked
 * outside the transaction, which would otherwise need a second connection while holding one. Only committed notices
 * count, so failures cannot use up the limit.
 * @param news undefined when no notice is due
 */
export async function inTransactionWithNotice<T>(
  ctx: Context,
  news: News | undefined,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  if (!news) return inTransaction(ctx.db, work);
  const { kind, user, userAgent, issuer, passkeys, unlinks } = news;
  const limit = NOTICE_LIMITS[kind];
  const isMailed = !limit || (await isWithin(ctx, limit, user.id));
  const result = await inTransaction(ctx.db, async (trx) => {
    const done = await work(trx);
    const at = new Date().toISOString();
    const notice = {
      kind,
      at,
      device: deviceName(userAgent),
      ...(issuer && { issuer }),
      ...(passkeys && { passkeys }),
      ...(unlinks && { unlinks }),
    };
    if (isMailed) await enqueueNotice(ctx, trx, user, notice);
    return done;
  });
  if (limit && isMailed) await ctx.rateLimits.take(limit, user.id);
  return result;
}
