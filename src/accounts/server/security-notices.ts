/** Mails to a person of what may have been somebody else: a new password, a sign-in from a device that the account does not know. */
import type { Transaction } from "kysely";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database.ts";
import type { LimitName } from "#platform/limits.ts";
import { deviceName } from "./device-name.ts";
import { enqueueNotice } from "./mail-jobs.ts";
import type { SecurityNotice } from "./notice-mails.ts";

/** Each kind has a pace of its own: a flood of one must not silence the other. */
const PACES: Record<SecurityNotice["kind"], LimitName> = {
  "new-device": "signInNoticePerAccount",
  "password-changed": "passwordNoticePerAccount",
};

/**
 * Writes to a person in the transaction of what happened, unless they were written to of the same very often.
 * @param userAgent of the device that did it
 */
export async function notifyPerson(
  ctx: Context,
  trx: Transaction<DB>,
  person: { id: string; email: string; username: string },
  kind: SecurityNotice["kind"],
  userAgent: string | null,
): Promise<void> {
  if (await ctx.limits.take(PACES[kind], person.id)) return;
  const at = new Date().toISOString();
  await enqueueNotice(ctx, trx, person, { kind, at, device: deviceName(userAgent) });
}
