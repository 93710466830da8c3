/**
 * Sends the weekly mail. Every minute one process takes those who are due, in batches: a transaction makes them due again in
 * a week and queues a job for each. The job reads what is new at that moment, sends it, and only then notes what was told:
 * what could not be sent is in the mail of the week after.
 */
import { deliver } from "#accounts/server/mails/mail-jobs.ts";
import type { News } from "#collections/contract.ts";
import { unsubscribePath } from "#collections/paths.ts";
import { listNews } from "#collections/server/follows.service.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { PERSISTENT } from "#platform/jobs.ts";
import type { Mail, Mailer } from "#platform/mail.ts";
import { newsLetter } from "./news-letter.ts";
import { claimDue, selectRecipient, updateTold } from "./news-mails.queries.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

const QUEUE = "news-mail";
const BATCH = 200;
/** Jobs that wait at a time; while the mail server is down or slow, the others wait to be taken. */
const MOST_WAITING = 2000;
const MOST_ITEMS = 10;
/** Most pages of news that are read for one mail: hidden items leave gaps in them. */
const MOST_PAGES = 5;
/**
 * Milliseconds after which a publication is certainly visible: its time is that of its transaction's begin, and no
 * transaction takes as long.
 */
const SETTLED_MS = 60_000;

/** Only ids: the contents are read when the mail is sent. */
interface NewsMailJob {
  userId: string;
  /** End of the period that the mail covers, ISO 8601. */
  until: string;
}

/** Starts both jobs; `ctx.jobs.stop()` ends them. @param mailer must be closed after the jobs have stopped */
export async function startNewsMails(ctx: Context, mailer: Mailer): Promise<void> {
  await ctx.jobs.work<NewsMailJob>(QUEUE, PERSISTENT, (job) => sendNewsMail(ctx, mailer, job));
  await ctx.jobs.schedule("queue-news-mails", "* * * * *", (signal) => queueNewsMails(ctx, signal));
}

/** Queues the mails of those who are due. */
export async function queueNewsMails(ctx: Pick<Context, "db" | "jobs">, signal?: AbortSignal): Promise<void> {
  const queues = await ctx.jobs.queues();
  let waiting = queues.find(({ queue }) => queue === QUEUE)?.waiting ?? 0;
  for (let taken = BATCH; taken === BATCH && waiting < MOST_WAITING; waiting += taken) {
    signal?.throwIfAborted();
    taken = await inTransaction(ctx.db, async (trx) => {
      const until = new Date(Date.now() - SETTLED_MS).toISOString();
      const due = await claimDue(trx, BATCH);
      await ctx.jobs.sendAll(
        trx,
        QUEUE,
        due.map((userId): NewsMailJob => ({ userId, until })),
      );
      return due.length;
    });
  }
}

/** Sends a job's mail, unless it was sent, is not wanted any more or has nothing to tell. @throws as `deliver` */
export async function sendNewsMail(ctx: Context, mailer: Mailer, job: NewsMailJob): Promise<void> {
  const mail = await writeNewsMail(ctx, job);
  await deliver(mailer, mail);
  if (mail) await updateTold(ctx.db, job.userId, mail.date);
}

async function writeNewsMail(ctx: Context, { userId, until }: NewsMailJob): Promise<Mail | undefined> {
  const date = new Date(until);
  const recipient = await selectRecipient(ctx.db, userId, date);
  if (!recipient) return undefined;
  const { email, username, told_until: since } = recipient;
  const { items, more } = await findItems(ctx, userId, since, date);
  if (items.length === 0) return undefined;
  const { publicUrl: site } = ctx.config;
  const unsubscribe = site + unsubscribePath(unsubscribeToken(ctx.secrets, userId));
  return {
    ...newsLetter(site, {
      username,
      since,
      items,
      more,
      unsubscribe,
    }),
    to: email,
    id: `${userId}.news.${date.getTime()}`,
    date,
    unsubscribe,
  };
}

/** News since a date, each prompt once: one of a followed author may be in a followed collection too. */
async function findItems(ctx: Context, userId: string, since: Date, until: Date) {
  const byPrompt = new Map<number, News["data"][number]>();
  let before: string | null = `${until.getTime() * 1000}-0`;
  for (let page = 0; page < MOST_PAGES && before !== null && byPrompt.size <= MOST_ITEMS; page++) {
    const { data, next }: News = await listNews(ctx, userId, { before, since });
    for (const item of data) if (!byPrompt.has(item.prompt.id)) byPrompt.set(item.prompt.id, item);
    before = next;
  }
  const all = [...byPrompt.values()];
  return { items: all.slice(0, MOST_ITEMS), more: all.length > MOST_ITEMS };
}
