/** Statements of reasons: one job for each decision mails them to the user concerned and to reporters. */
import type { Transaction } from "kysely";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import { findContacts } from "#accounts/server/users/users.shared.queries.ts";
import { isContestable } from "#moderation/server/cases/appealable.ts";
import type { Side, Transition } from "#moderation/server/cases/transition.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { PERSISTENT } from "#platform/jobs.ts";
import { statementToAuthor, statementToReporter } from "./moderation-mails.ts";
import { withShownLabels } from "./shown-labels.ts";
import {
  insertStatementsToReporters,
  insertStatementToAuthor,
  lockUnsent,
  markSent,
  type Stated,
  selectStated,
} from "./statements.queries.ts";

const QUEUE = "statements";
/** Mails queued in one transaction. */
const BATCH = 100;

interface StatementsJob {
  decisionId: number;
}

/**
 * Records whom a decision concerns, and enqueues the job that tells them: the transaction, and with it the lock of the
 * case, does not last longer for many reporters.
 * @param told before the case is closed, which forgets who waits
 */
export async function enqueueStatements(
  { jobs }: Pick<Context, "jobs">,
  trx: Transaction<DB>,
  { id, case_id }: { id: number; case_id: number },
  recipients: Transition["recipients"],
): Promise<void> {
  if (recipients.author) await insertStatementToAuthor(trx, id);
  await insertStatementsToReporters(trx, id, case_id, recipients);
  await jobs.send(trx, QUEUE, { decisionId: id } satisfies StatementsJob);
}

export async function workOnStatements(ctx: Context): Promise<void> {
  await ctx.jobs.work<StatementsJob>(QUEUE, PERSISTENT, ({ decisionId }) => tellOf(ctx, decisionId));
}

/** Each batch is one transaction: a worker that dies in the middle leaves the others to the next run, and none twice. */
async function tellOf(ctx: Context, decisionId: number): Promise<void> {
  const row = await selectStated(ctx.db, decisionId);
  const [decided] = row ? await withShownLabels(ctx, [row]) : [];
  if (!decided) return;
  while (await inTransaction(ctx.db, (trx) => tellSome(ctx, trx, decided)));
}

/** @returns whether there may be more to tell */
async function tellSome(ctx: Context, trx: Transaction<DB>, decided: Stated): Promise<boolean> {
  const unsent = await lockUnsent(trx, decided.id, BATCH);
  if (!unsent.length) return false;
  const members = await findContacts(
    trx,
    unsent.flatMap(({ reporter_id }) => reporter_id ?? []),
  );
  for (const { report_id, code, reporter_id, reporter_name, reporter_email } of unsent) {
    if (report_id === null || code === null) {
      await tellAuthor(ctx, trx, decided);
      continue;
    }
    const member = members.find(({ id }) => id === reporter_id);
    const email = member?.email ?? reporter_email;
    if (!email) continue;
    const username = member?.username ?? reporter_name ?? "";
    const letter = statementToReporter(decided, code, isAppealable(decided, "reporter"));
    await enqueueNotice(ctx, trx, { email, username }, letter);
  }
  await markSent(
    trx,
    decided.id,
    unsent.map(({ report_id }) => report_id),
  );
  return true;
}

/** Tells the user concerned, unless the account is gone, the admin's, or a demo user's without a mailbox. */
async function tellAuthor(ctx: Context, trx: Transaction<DB>, decided: Stated): Promise<void> {
  const [author] = await findContacts(trx, [decided.author_id]);
  if (!author || author.is_demo || author.email === ctx.config.adminEmail) return;
  const letter = statementToAuthor(decided, isAppealable(decided, "author"), author.is_blocked);
  await enqueueNotice(ctx, trx, author, letter);
}

const isAppealable = (decided: Stated, side: Side) =>
  isContestable(side, decided, decided.answered.includes(side));
