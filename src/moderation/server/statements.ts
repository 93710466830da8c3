/** Statements of reasons: mailed to both sides in the transaction of the decision. */
import type { Transaction } from "kysely";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import { findContacts } from "#accounts/server/users/users.service.ts";
import type { Action, Ground } from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { isContestable } from "./appealable.ts";
import type { Case } from "./cases.queries.ts";
import { type Stated, statementToAuthor, statementToReporter } from "./moderation-mails.ts";
import { selectReportersOf } from "./reports.queries.ts";

interface Decided {
  action: Action;
  ground: Ground;
  reason: string;
  decided_as: "admin" | "moderator" | "automatic";
  created_at: Date;
  id: number;
}

const stated = (
  { label, prompt_id }: Case,
  { action, ground, reason, decided_as, created_at }: Decided,
): Stated => ({
  action,
  ground,
  reason,
  created_at,
  label,
  automatic: decided_as === "automatic",
  isPrompt: prompt_id !== null,
});

/** Tells the user concerned, unless the account is gone, the admin's, or a demo user's without a mailbox. */
export async function tellAuthor(
  ctx: Context,
  trx: Transaction<DB>,
  row: Case,
  decided: Decided,
  isAnswer = false,
): Promise<void> {
  const [author] = await findContacts(trx, [row.author_id]);
  if (!author || author.is_demo || author.email === ctx.config.adminEmail) return;
  const contestable = isContestable("author", { ...decided, overturned_by: null }, isAnswer);
  await enqueueNotice(
    ctx,
    trx,
    author,
    statementToAuthor(stated(row, decided), contestable, author.is_blocked),
  );
}

/** Tells everybody whose confirmed report is of the case. @param isAnswer whether it answers a reporter's appeal */
export async function tellReporters(
  ctx: Context,
  trx: Transaction<DB>,
  row: Case,
  decided: Decided,
  isAnswer: boolean,
): Promise<void> {
  const reporters = await selectReportersOf(trx, row.id);
  const members = await findContacts(
    trx,
    reporters.flatMap(({ reporter_id }) => reporter_id ?? []),
  );
  const contestable = isContestable("reporter", { ...decided, overturned_by: null }, isAnswer);
  for (const { code, reporter_id, reporter_name, reporter_email } of reporters) {
    const member = members.find(({ id }) => id === reporter_id);
    const email = member?.email ?? reporter_email;
    if (!email) continue;
    const username = member?.username ?? reporter_name ?? "";
    await enqueueNotice(
      ctx,
      trx,
      { email, username },
      statementToReporter(stated(row, decided), code, contestable),
    );
  }
}
