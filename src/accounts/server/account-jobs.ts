/** Background jobs of accounts: sending mails, deleting expired rows. */
import type { Context } from "#platform/context.ts";
import type { Mailer } from "#platform/mail.ts";
import { deleteEndedKeys } from "./api-keys/api-keys.queries.ts";
import { deleteForgottenDevices } from "./devices/known-devices.queries.ts";
import { deleteExpiredFlows } from "./identities/flows.queries.ts";
import { workOnMails } from "./mails/mail-jobs.ts";
import { deleteExpiredTokens } from "./mails/one-time-tokens.queries.ts";
import { carryOutResets } from "./passkeys/passkey-resets.service.ts";
import { deleteSpentChallenges } from "./passkeys/passkeys.queries.ts";
import { deleteOldAccessRecords } from "./records/access-records.queries.ts";
import { deleteIdleSessions } from "./sessions/sessions.queries.ts";
import { deleteExpiredBars } from "./sign-up/barred-addresses.queries.ts";
import { deleteExpiredSignups } from "./sign-up/signups.queries.ts";
import { deleteExpiredNames } from "./users/users.queries.ts";

/**
 * Starts the mail worker, the two clean-up jobs and the removal of lost passkeys; `ctx.jobs.stop()` ends them.
 * @param mailer must be closed after the jobs have stopped
 */
export async function startAccountJobs(ctx: Context, mailer: Mailer): Promise<void> {
  await workOnMails(ctx, mailer);
  await ctx.jobs.schedule("clear-accounts", "17 * * * *", () => clearExpired(ctx));
  await ctx.jobs.schedule("clear-access-records", "43 5 * * *", () => deleteOldAccessRecords(ctx));
  await ctx.jobs.schedule("reset-passkeys", "*/10 * * * *", () => carryOutResets(ctx));
}

/**
 * Deletes expired sign-ups (with tokens and names), tokens, flows, sessions, devices, keys, answered challenges, barred
 * addresses and rate limits.
 */
export async function clearExpired(ctx: Context): Promise<void> {
  await deleteExpiredSignups(ctx.db);
  await deleteExpiredNames(ctx.db);
  await deleteExpiredTokens(ctx.db);
  await deleteExpiredFlows(ctx.db);
  await deleteIdleSessions(ctx.db);
  await deleteForgottenDevices(ctx.db);
  await deleteEndedKeys(ctx.db);
  await deleteSpentChallenges(ctx.db);
  await deleteExpiredBars(ctx.db);
  await ctx.rateLimits.sweep();
}
