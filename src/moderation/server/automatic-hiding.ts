/** What a confirmed report of the gravest kinds does at once, before any person has looked. */
import type { Transaction } from "kysely";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import { type Action, CATEGORIES, type Category, HIDING_CATEGORIES } from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { networkOf } from "#platform/http/rate-limits.ts";
import { logDecision } from "./audit-log.service.ts";
import { type Case, setHiddenAutomatically } from "./cases.queries.ts";
import { insertDecision, selectDecisionsOf } from "./decisions.queries.ts";
import { urgentLetter } from "./moderation-mails.ts";
import { enqueueStatements } from "./statements.ts";
import { contentOf, type Found, findTargetOf } from "./target-types.ts";
import { contentHash } from "./targets.ts";

/**
 * Whether a report may hide what it is about: one person's and one network's hide a few a day, and further ones wait for a person,
 * with the same deadline. To be asked before the transaction: the count needs a connection of its own, and as many
 * transactions as there are connections would wait for one another.
 * @param ip the caller's address
 */
export async function mayHide(
  { rateLimits }: Pick<Context, "rateLimits">,
  { reported_user_id, hidden }: Pick<Found, "reported_user_id" | "hidden">,
  { category, reporter_key, ip }: { category: Category; reporter_key: Buffer | null; ip: string },
): Promise<boolean> {
  if (reported_user_id !== null || hidden || !HIDING_CATEGORIES.includes(category)) return false;
  if (reporter_key && (await rateLimits.take("hidingsPerReporter", reporter_key.toString("hex"))))
    return false;
  return !(await rateLimits.take("hidingsPerNetwork", networkOf(ip)));
}

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
  const content = contentOf(row);
  if (!hides || !content || (await isKept(trx, row))) return;
  const reason = `Denúncia confirmada da categoria “${CATEGORIES[category].label}”: até que uma pessoa decida, ninguém vê isto.`;
  // The author may have deleted it until then.
  if (!(await content.hide(trx, content.id, reason))) return;
  const decision = {
    action: "hide",
    ground: category === "child" ? "child" : "explicit",
    reason,
    decided_as: "automatic",
  } as const;
  const { id } = await insertDecision(trx, { ...decision, case_id: row.id, category });
  await setHiddenAutomatically(trx, row.id);
  await enqueueStatements(ctx, trx, { id, case_id: row.id }, { author: true, reporter: false });
  await logDecision(trx, null, row, decision);
}

/** Whether it is gone or hidden already, or a person has left it visible as it is now. */
async function isKept(trx: Transaction<DB>, row: Case): Promise<boolean> {
  const found = await findTargetOf(trx, row);
  if (!found || (found.hidden && !found.hiddenWithAuthor)) return true;
  const now = contentHash(found);
  return (await selectDecisionsOf(trx, row.id)).some(
    ({ action, category, content_hash }) =>
      LEAVING_VISIBLE.includes(action) &&
      category !== null &&
      HIDING_CATEGORIES.includes(category) &&
      content_hash === now,
  );
}

/** Decisions after which what was visible is still there. */
export const LEAVING_VISIBLE: readonly Action[] = ["keep", "restore", "warn", "block"];
