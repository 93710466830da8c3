/** Immediate effect of a confirmed report of the gravest kinds, before any person has looked. */
import type { Transaction } from "kysely";
import { mailboxOf } from "#accounts/server/mails/asked-mails.ts";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import { CATEGORIES, type Category, HIDING_CATEGORIES } from "#moderation/contract.ts";
import { carryOut } from "#moderation/server/cases/carry-out.ts";
import { type CaseNow, isHiddenByItself, readCaseNow } from "#moderation/server/cases/case-now.ts";
import type { Case } from "#moderation/server/cases/cases.queries.ts";
import type { TargetNow } from "#moderation/server/cases/target-types.ts";
import { contentHash } from "#moderation/server/cases/targets.ts";
import { LEAVING_VISIBLE } from "#moderation/server/cases/transition.ts";
import { urgentLetter } from "#moderation/server/notices/moderation-mails.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { networkOf } from "#platform/http/rate-limits.ts";
import { countUnseen } from "./reports.queries.ts";

/**
 * Whether a report may hide what it is about: one person's and one network's hide a few a day, and further ones wait for a person,
 * with the same deadline. To be asked before the transaction: the count needs a connection of its own, and as many
 * transactions as there are connections would wait for one another.
 * @param email the reporter's address
 * @param ip the caller's address
 */
export async function mayHide(
  { rateLimits }: Pick<Context, "rateLimits">,
  { reported_user_id, hidden }: Pick<TargetNow, "reported_user_id" | "hidden">,
  { category, email, ip }: { category: Category; email: string; ip: string },
): Promise<boolean> {
  if (reported_user_id !== null || hidden || !HIDING_CATEGORIES.includes(category)) return false;
  if (await rateLimits.take("hidingsPerReporter", mailboxOf(email))) return false;
  return !(await rateLimits.take("hidingsPerNetwork", networkOf(ip)));
}

/**
 * Things hidden by reports that no person has looked at yet, at most: however many people report, and however patiently, no
 * more is away on their word alone. Further reports wait for a person, with the same deadline, and each decision makes room.
 */
const MOST_UNSEEN = 6;

/**
 * Tells the admin of an urgent report, and hides what it is about until a person decides. What a person has looked at
 * because of such a report and left visible stays until the author changes it: otherwise each further one would take it away.
 * @param row the locked case, as it was before the report
 * @param before the category of the reports that the open case has already
 */
export async function hideAtOnce(
  ctx: Context,
  trx: Transaction<DB>,
  row: Case,
  { category, hides }: { category: Category; hides: boolean },
  before: Category | null,
): Promise<void> {
  if (!HIDING_CATEGORIES.includes(category)) return;
  if (!before || !HIDING_CATEGORIES.includes(before))
    await enqueueNotice(ctx, trx, { email: ctx.config.adminEmail, username: "" }, urgentLetter(category));
  if (!hides) return;
  const now = await readCaseNow(trx, ctx, row);
  if (!now.target || row.reported_user_id !== null || isHiddenByItself(now.target) || isLeft(now)) return;
  if ((await countUnseen(trx)) >= MOST_UNSEEN) return;
  await carryOut(ctx, trx, {
    ...{ row, now, decision: "hide_provisionally", by: null, category },
    ground: category === "child" ? "child" : "explicit",
    reason: `Denúncia confirmada da categoria “${CATEGORIES[category].label}”: até que uma pessoa decida, ninguém vê isto.`,
  });
}

/** Whether a person has left it visible as it is now, after such a report. */
function isLeft({ target, decisions }: CaseNow): boolean {
  const hash = target && contentHash(target);
  return decisions.some(
    ({ action, category, content_hash }) =>
      LEAVING_VISIBLE.includes(action) &&
      category !== null &&
      HIDING_CATEGORIES.includes(category) &&
      content_hash === hash,
  );
}
