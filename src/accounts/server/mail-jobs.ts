/** Mails as jobs: enqueued in the transaction of their cause, tried for hours, dropped when their token is gone. */
import type { Transaction } from "kysely";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database.ts";
import { MailError, type Mailer } from "#platform/mail.ts";
import { confirmationMail, recoveryMail } from "./mails.ts";
import { selectTokenForMail } from "./one-time-tokens.queries.ts";
import { tokenOf } from "./one-time-tokens.ts";

const QUEUE = "mail";

/** The first tries come within seconds, the later ones every quarter of an hour: eleven hours in all. */
const RETRIES = { retryLimit: 50, retryDelay: 2, retryDelayMax: 15 * 60 };

/** Ids alone: an address or a token in a job would outlive its reason. */
interface MailJob {
  tokenId: string;
  /** When it was asked for, ISO 8601. */
  requestedAt: string;
}

/** Sends a token's mail once the transaction is committed, at least once. */
export async function enqueueMail(
  ctx: Context,
  trx: Transaction<DB>,
  tokenId: string,
  requestedAt: Date,
): Promise<void> {
  const job: MailJob = { tokenId, requestedAt: requestedAt.toISOString() };
  await ctx.jobs.send(trx, QUEUE, job);
}

/** Declares the queue and works on it. */
export async function workOnMails(ctx: Context, mailer: Mailer): Promise<void> {
  await ctx.jobs.work<MailJob>(QUEUE, RETRIES, async (job) => {
    const found = await selectTokenForMail(ctx.db, job.tokenId);
    if (!found) return;
    const compose = found.kind === "recovery" ? recoveryMail : confirmationMail;
    const text = compose(ctx.config.publicUrl, found.username, tokenOf(ctx, job.tokenId));
    const date = new Date(job.requestedAt);
    try {
      await mailer.send({ ...text, to: found.email, id: `${job.tokenId}.${date.getTime()}`, date });
    } catch (error) {
      if (!(error instanceof MailError && error.permanent)) throw error;
      ctx.log.warn({ reason: error.message, mail: job.tokenId }, "mail refused for good and dropped");
    }
  });
}
