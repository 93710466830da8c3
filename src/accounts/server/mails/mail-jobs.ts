/** Mail jobs: enqueued in the transaction of their cause, retried for hours, dropped when their reason is gone. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { Counter } from "prom-client";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { HopelessJobError, PERSISTENT } from "#platform/jobs.ts";
import { maskEmail } from "#platform/log.ts";
import { type Mail, MailError, type Mailer } from "#platform/mail.ts";
import { confirmationMail, recoveryMail } from "./mails.ts";
import { type Notice, noticeMail } from "./notice-mails.ts";
import { isTokenLive, selectToken } from "./one-time-tokens.queries.ts";
import { tokenOf } from "./one-time-tokens.ts";

const MAIL_QUEUE = "mail";
/** Number of failed mails listed, newest first. */
const MOST_FAILED = 50;
/** SQL on a job's data: whether the mail is still needed. Notices always are. */
const IS_WAITED_FOR = `data ? 'noticeId' or ${isTokenLive("(data ->> 'tokenId')::uuid")}`;

/** Key that encrypts queued notices. */
const NOTICE_SEAL = "mailed notice";

const mails = new Counter({
  name: "prompteca_mails_total",
  help: "Mails by what became of one try: sent, failed (tried again), refused (for good), void (no longer wanted).",
  labelNames: ["outcome"],
});

/** Only ids: addresses or tokens in a job would outlive their reason. */
interface TokenJob {
  tokenId: string;
  /** Time of the request, ISO 8601. */
  requestedAt: string;
}

/** The account may be deleted by then, so a notice carries everything it needs, encrypted with SECRET_KEY. */
export interface NoticeJob {
  noticeId: string;
  /** An encrypted `Addressed` notice, base64. */
  sealed: string;
  requestedAt: string;
}

interface Addressed {
  email: string;
  username: string;
  notice: Notice;
}

/** Enqueues a token's mail; it is sent after the commit, at least once. */
export async function enqueueMail(
  ctx: Context,
  trx: Transaction<DB>,
  tokenId: string,
  requestedAt: Date,
): Promise<void> {
  const job: TokenJob = { tokenId, requestedAt: requestedAt.toISOString() };
  await ctx.jobs.send(trx, MAIL_QUEUE, job);
}

/** Enqueues a notice to a user; it is sent after the commit, even when the account no longer exists. */
export async function enqueueNotice(
  ctx: Context,
  trx: Transaction<DB>,
  { email, username }: Pick<Addressed, "email" | "username">,
  notice: Notice,
): Promise<void> {
  const noticeId = randomUUID();
  const addressed: Addressed = { email, username, notice };
  const sealed = ctx.secrets.seal(NOTICE_SEAL, Buffer.from(JSON.stringify(addressed)), noticeId);
  const job: NoticeJob = {
    noticeId,
    sealed: sealed.toString("base64"),
    requestedAt: new Date().toISOString(),
  };
  await ctx.jobs.send(trx, MAIL_QUEUE, job);
}

/** A mail until the moment when it is sent. */
type UndatedMail = Omit<Mail, "date">;

/** @returns undefined when the token is spent or expired */
async function writeTokenMail(ctx: Context, { tokenId, requestedAt }: TokenJob) {
  const found = await selectToken(ctx.db, { id: tokenId });
  if (!found) return undefined;
  const { username, signed_up_at: at, others_waiting: others } = found;
  const [site, token] = [ctx.config.publicUrl, tokenOf(ctx, tokenId)];
  const text = at ? confirmationMail(site, token, { at, others }) : recoveryMail(site, username, token);
  return { ...text, to: found.email, id: `${tokenId}.${new Date(requestedAt).getTime()}` };
}

/** @throws when SECRET_KEY has changed since; the mail is lost then */
export function openNotice(ctx: Pick<Context, "secrets">, { noticeId, sealed }: NoticeJob): Addressed {
  return JSON.parse(ctx.secrets.open(NOTICE_SEAL, Buffer.from(sealed, "base64"), noticeId).toString());
}

function writeNotice(ctx: Context, job: NoticeJob): UndatedMail {
  const { publicUrl, contactEmail, privacyEmail } = ctx.config;
  const { email, username, notice } = openNotice(ctx, job);
  return {
    ...noticeMail(publicUrl, contactEmail ?? privacyEmail, username, notice),
    to: email,
    id: job.noticeId,
  };
}

interface FailedMail {
  id: string;
  /** Masked; unknown for a notice encrypted with another SECRET_KEY. */
  to: string;
  kind: "confirmation" | "recovery" | "notice";
  reason: string;
  requested_at: string;
  tries: number;
  next_try_at: string | null;
}

/** Recipient and kind of a job's mail; undefined when it is no longer needed. */
async function describe(
  ctx: Context,
  job: TokenJob | NoticeJob,
): Promise<Pick<FailedMail, "to" | "kind"> | undefined> {
  if ("noticeId" in job) {
    try {
      return { to: maskEmail(openNotice(ctx, job).email), kind: "notice" };
    } catch {
      return { to: "***", kind: "notice" };
    }
  }
  const found = await selectToken(ctx.db, { id: job.tokenId });
  return found && { to: maskEmail(found.email), kind: found.kind as "confirmation" | "recovery" };
}

/** Mails that failed at least once and are still needed: the newest ones, and their number. */
export async function listFailedMails(ctx: Context): Promise<{ mails: FailedMail[]; total: number }> {
  const { jobs, total } = await ctx.jobs.failures<TokenJob | NoticeJob>(
    MAIL_QUEUE,
    MOST_FAILED,
    IS_WAITED_FOR,
  );
  const mails = await Promise.all(
    jobs.map(async ({ id, data, reason, tries, nextTry }): Promise<FailedMail[]> => {
      const described = await describe(ctx, data);
      const requested_at = data.requestedAt;
      const next_try_at = nextTry?.toISOString() ?? null;
      return described ? [{ id, ...described, reason, requested_at, tries, next_try_at }] : [];
    }),
  );
  return { mails: mails.flat(), total };
}

/** Retries all failed mails now; those no longer needed end. @returns the number still needed */
export async function retryFailedMails(ctx: Context): Promise<number> {
  const { total } = await ctx.jobs.failures(MAIL_QUEUE, 1, IS_WAITED_FOR);
  await ctx.jobs.retryNow(MAIL_QUEUE);
  return total;
}

/**
 * Sends a job's mail and counts what became of it.
 * @param mail undefined when it is no longer wanted
 * @throws HopelessJobError when the address was refused for good, another error when it is worth another try
 */
export async function deliver(mailer: Mailer, mail: Mail | undefined): Promise<void> {
  if (!mail) return mails.inc({ outcome: "void" });
  try {
    await mailer.send(mail);
    mails.inc({ outcome: "sent" });
  } catch (error) {
    const refused = error instanceof MailError && error.permanent;
    mails.inc({ outcome: refused ? "refused" : "failed" });
    throw refused ? new HopelessJobError(error.message, { cause: error }) : error;
  }
}

/** Starts the queue's worker. */
export async function workOnMails(ctx: Context, mailer: Mailer): Promise<void> {
  await ctx.jobs.work<TokenJob | NoticeJob>(MAIL_QUEUE, PERSISTENT, async (job) => {
    const mail = "noticeId" in job ? writeNotice(ctx, job) : await writeTokenMail(ctx, job);
    await deliver(mailer, mail && { ...mail, date: new Date(job.requestedAt) });
  });
}
