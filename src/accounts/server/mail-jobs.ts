/** Mails as jobs: enqueued in the transaction of their cause, tried for hours, dropped when their reason is gone. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { Counter } from "prom-client";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database.ts";
import { type Mail, MailError, type Mailer } from "#platform/mail.ts";
import { confirmationMail, recoveryMail } from "./mails.ts";
import { type Notice, noticeMail } from "./notice-mails.ts";
import { selectTokenForMail } from "./one-time-tokens.queries.ts";
import { tokenOf } from "./one-time-tokens.ts";

const QUEUE = "mail";

/** The first tries come within seconds, the later ones every quarter of an hour: eleven hours in all. */
const RETRIES = { retryLimit: 50, retryDelay: 2, retryDelayMax: 15 * 60 };

/** The key that notices are sealed with while they wait. */
const NOTICE_SEAL = "mailed notice";

const mails = new Counter({
  name: "prompteca_mails_total",
  help: "Mails by what became of one try: sent, failed (tried again), refused (for good), void (no longer wanted).",
  labelNames: ["outcome"],
});

/** Ids alone: an address or a token in a job would outlive its reason. */
interface TokenJob {
  tokenId: string;
  /** When it was asked for, ISO 8601. */
  requestedAt: string;
}

/** A notice may be the last thing that is known of a person: it carries everything, sealed with SECRET_KEY. */
interface NoticeJob {
  noticeId: string;
  /** An Addressed notice, base64. */
  sealed: string;
  requestedAt: string;
}

interface Addressed {
  email: string;
  username: string;
  notice: Notice;
}

/** Sends a token's mail once the transaction is committed, at least once. */
export async function enqueueMail(
  ctx: Context,
  trx: Transaction<DB>,
  tokenId: string,
  requestedAt: Date,
): Promise<void> {
  const job: TokenJob = { tokenId, requestedAt: requestedAt.toISOString() };
  await ctx.jobs.send(trx, QUEUE, job);
}

/** Tells a person what was done to what is theirs, once the transaction is committed, also when their account is gone. */
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
  await ctx.jobs.send(trx, QUEUE, job);
}

type Written = Omit<Mail, "date">;

/** @returns nothing when the token is spent or expired */
async function writeTokenMail(
  ctx: Context,
  { tokenId, requestedAt }: TokenJob,
): Promise<Written | undefined> {
  const found = await selectTokenForMail(ctx.db, tokenId);
  if (!found) return undefined;
  const compose = found.kind === "recovery" ? recoveryMail : confirmationMail;
  const text = compose(ctx.config.publicUrl, found.username, tokenOf(ctx, tokenId));
  return { ...text, to: found.email, id: `${tokenId}.${new Date(requestedAt).getTime()}` };
}

/** @throws when SECRET_KEY has changed since: the mail is lost then */
function writeNotice(ctx: Context, { noticeId, sealed }: NoticeJob): Written {
  const { publicUrl, contactEmail, privacyEmail } = ctx.config;
  const opened = ctx.secrets.open(NOTICE_SEAL, Buffer.from(sealed, "base64"), noticeId);
  const { email, username, notice } = JSON.parse(opened.toString()) as Addressed;
  return {
    ...noticeMail(publicUrl, contactEmail ?? privacyEmail, username, notice),
    to: email,
    id: noticeId,
  };
}

/** Declares the queue and works on it. */
export async function workOnMails(ctx: Context, mailer: Mailer): Promise<void> {
  await ctx.jobs.work<TokenJob | NoticeJob>(QUEUE, RETRIES, async (job) => {
    const mail = "noticeId" in job ? writeNotice(ctx, job) : await writeTokenMail(ctx, job);
    if (!mail) return mails.inc({ outcome: "void" });
    try {
      await mailer.send({ ...mail, date: new Date(job.requestedAt) });
      mails.inc({ outcome: "sent" });
    } catch (error) {
      const refused = error instanceof MailError && error.permanent;
      mails.inc({ outcome: refused ? "refused" : "failed" });
      if (!refused) throw error;
      ctx.log.warn({ reason: error.message, mail: mail.id }, "mail refused for good and dropped");
    }
  });
}
