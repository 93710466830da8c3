/** Reports: made by anybody, confirmed, followed by their code. Only confirmed ones do anything. */

import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { Transaction } from "kysely";
import { countAsked, takeMail } from "#accounts/server/mails/asked-mails.ts";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { loginRequired } from "#accounts/server/users/users.service.ts";
import { isNewAccount } from "#accounts/server/users/users.shared.queries.ts";
import {
  CATEGORIES,
  CATEGORY_KEYS,
  type Category,
  type Receipt,
  type ReportAnswer,
  type ReportRequest,
} from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import { appealUntil } from "#moderation/server/cases/appealable.ts";
import { type Case, lockCase, openCase, type Snapshot } from "#moderation/server/cases/cases.queries.ts";
import {
  isAnswerTo,
  selectAppealsOfReport,
  selectDecisionsOf,
} from "#moderation/server/cases/decisions.queries.ts";
import { requireNoPause } from "#moderation/server/cases/sanctions.service.ts";
import {
  findTarget,
  findTargetOf,
  type TargetNow,
  targetView,
} from "#moderation/server/cases/target-types.ts";
import { lockCaseOf, lockContent, reportedNow, versionOf } from "#moderation/server/cases/targets.ts";
import { reportNotFound } from "#moderation/server/errors.ts";
import { confirmationRequest, receiptLetter } from "#moderation/server/notices/moderation-mails.ts";
import { selectDecisionsWithStatementTo } from "#moderation/server/notices/statements.queries.ts";
import { actionsOf, appealView, decisionView } from "#moderation/server/notices/views.ts";
import { preserve } from "#moderation/server/records/preservation.service.ts";
import type { Context } from "#platform/context.ts";
import { brokenForeignKey, inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError, tooOften } from "#platform/http/errors.ts";
import { networkOf } from "#platform/http/rate-limits.ts";
import { findVersionForModeration } from "#prompts/server/versions/versions.service.ts";
import { hideAtOnce, mayHide } from "./automatic-hiding.ts";
import {
  confirmReportRow,
  insertReport,
  isReported,
  lockHidings,
  selectReport,
  selectSent,
} from "./reports.queries.ts";

/** Neither vowels nor look-alikes: no code is a word, and each can be read aloud. The column's check has the same. */
const CODE_ALPHABET = "23456789BCDFGHJKLMNPQRSTVWXYZ";
/** 48 bits; guesses are limited per address. */
const CODE_LENGTH = 10;

const newCode = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join("");
/**
 * Minutes in which the same report is the first one, whose mail is on its way. Not for longer: whoever types the same in the
 * same network would learn its code.
 */
const SAME_FOR = 10;

const hashOf = (token: string) => createHash("sha256").update(token).digest();
const alreadyReported = () => new AppError(409, "already_reported", messages.alreadyReported);
const missing = (field: "name" | "email", message: string) =>
  new AppError(400, "validation_failed", message, { field });

/** Whoever reports: a member, or a visitor whose address is still to be confirmed. */
type Reporter = { member: Viewer; email: string } | { member: null; name: string; email: string };

/** @throws AppError 400 naming `name` or `email`, which visitors have to give */
function reporterOf(viewer: Viewer | null, { name, email }: ReportRequest): Reporter {
  if (viewer) return { member: viewer, email: viewer.email };
  if (!name) throw missing("name", messages.nameRequired);
  if (!email) throw missing("email", messages.emailRequired);
  return { member: null, name, email };
}

/**
 * Takes a report. A member's counts at once, a visitor's once it is confirmed by the mailed link; the same one, sent again
 * at once from the same network, is one report with one mail.
 * @param ip the caller's address
 * @throws AppError 403 while the member's reporting is paused; 404 for a target that is not there or hidden; 409 for one's
 *   own, or when the member has reported it as it is already (of a visitor that is not told, because anybody may type an
 *   address); 429
 */
export async function createReport(
  ctx: Context,
  viewer: Viewer | null,
  ip: string,
  asked: ReportRequest,
): Promise<ReportAnswer> {
  const reporter = reporterOf(viewer, asked);
  if (viewer) await requireNoPause(ctx, viewer.id, asked.category);
  await consumeLimits(ctx, reporter, ip);
  const target = await findTarget(ctx.db, asked.target_type, asked.target_id);
  if (!target?.visible) throw targetNotFound();
  const old = await findOldVersion(ctx, target, asked.target_version);
  if (viewer?.id === target.author_id) throw new AppError(409, "own_content", messages.ownContent);
  if (!viewer) await consumeMail(ctx, reporter.email, ip, `${asked.target_type} ${targetView(target).id}`);
  const reporter_key = ctx.secrets.mac("reporter", reporter.email);
  // A visitor's is asked for once it is confirmed.
  const hides =
    viewer !== null && (await mayHide(ctx, target, { category: asked.category, email: viewer.email, ip }));
  try {
    const answer = await inTransaction(ctx.db, async (trx) => {
      if (hides) await lockHidings(trx);
      return writeReport(ctx, trx, { ...reporter, reporter_key, hides, ip }, { target, old }, asked);
    });
    if (viewer) ctx.responseCache.clear();
    return answer;
  } catch (error) {
    if (brokenForeignKey(error) === "reports_reporter_id_fkey") throw loginRequired();
    throw error;
  }
}

const targetNotFound = () => new AppError(404, "target_not_found", messages.targetNotFound);

/** An old version of a prompt, if one is reported. @throws AppError 404 when there is no such version */
async function findOldVersion(
  { db }: Context,
  { prompt_id, snapshot }: TargetNow,
  number: number | undefined,
): Promise<Snapshot | null> {
  if (prompt_id === null || number === undefined || number === snapshot.version) return null;
  const version = await findVersionForModeration(db, prompt_id, number);
  if (!version) throw targetNotFound();
  return { username: snapshot.username, ...version };
}

async function consumeLimits({ db, rateLimits }: Context, { member }: Reporter, ip: string) {
  if (!member) return rateLimits.consume("reportPerAddress", ip);
  if (await isNewAccount(db, member.id)) await rateLimits.consume("reportPerNewAccount", member.id);
  await rateLimits.consume("reportPerAccount", member.id);
}

/**
 * Counts the mail that asks a visitor to confirm: what counts for the visitor's network first.
 * @throws AppError 429
 */
async function consumeMail(ctx: Context, email: string, ip: string, target: string): Promise<void> {
  await ctx.rateLimits.consume("reportPerTarget", `${target} ${networkOf(ip)}`);
  await countAsked(ctx, "report", email, ip);
  const seconds = await takeMail(ctx, "report", email, ip);
  if (seconds) throw tooOften(seconds, "reportPerMailbox");
}

async function writeReport(
  ctx: Context,
  trx: Transaction<DB>,
  reporter: Reporter & { reporter_key: Buffer; hides: boolean; ip: string },
  { target, old }: { target: TargetNow; old: Snapshot | null },
  { category, explanation, standing }: ReportRequest,
): Promise<ReportAnswer> {
  const code = newCode();
  const found = await lockCaseOf(trx, target);
  const { member, email, reporter_key, hides, ip } = reporter;
  const target_version = old ? String(old.version) : await versionOf(trx, found, target);
  const report = { category, explanation, standing, case_id: found.id, reporter_key, target_version };
  if (member) {
    if (await isReported(trx, report)) throw alreadyReported();
    await insertReport(trx, { code, ...report, reporter_id: member.id }, true);
    await takeUp(ctx, trx, found, { category, hides, snapshot: old });
    await enqueueNotice(ctx, trx, member, receiptLetter(code));
    return { code, status: "open" };
  }
  const sent = [networkOf(ip), email, reporter.name, category, standing, explanation];
  const sent_key = ctx.secrets.mac("report as sent", JSON.stringify(sent));
  const first = await selectSent(trx, { ...report, sent_key }, SAME_FOR);
  if (first) return { code: first.code, status: statusOf(found.state, first.confirmed_at) };
  const token = randomBytes(32).toString("base64url");
  const whose = {
    reporter_name: reporter.name,
    reporter_email: email,
    confirmation_hash: hashOf(token),
    snapshot: JSON.stringify(old ?? target.snapshot),
    sent_key,
  };
  await insertReport(trx, { code, ...report, ...whose }, false);
  // The name is unproven: it is not in the mail.
  await enqueueNotice(ctx, trx, { email, username: "" }, confirmationRequest(code, token));
  return { code, status: "unconfirmed" };
}

/** Opens the locked case of a report that has just been confirmed, or adds the report to it. */
async function takeUp(
  ctx: Context,
  trx: Transaction<DB>,
  row: Case,
  report: { category: Category; hides: boolean; snapshot?: Snapshot | null },
): Promise<void> {
  const { category, snapshot } = report;
  // Locked until the commit, so that its author cannot change it meanwhile.
  await lockContent(trx, row);
  const now = (await findTargetOf(trx, row)) ?? (snapshot && lastKnown(row, snapshot));
  const before = row.state === "open" ? row.category : null;
  await openCase(trx, row.id, {
    category: mostUrgent(before, category),
    hours: CATEGORIES[category].hours,
    reported: now ? reportedNow(row, now, snapshot) : undefined,
  });
  await hideAtOnce(ctx, trx, row, report, before);
  await preserve(trx, row);
}

/** A target that is gone, as it was. */
const lastKnown = ({ label }: Case, snapshot: Snapshot) => ({
  snapshot,
  label: snapshot.title ?? label,
  author_username: snapshot.username,
});

function mostUrgent(one: Category | null, other: Category): Category {
  return CATEGORY_KEYS.find((category) => category === one || category === other) ?? other;
}

/**
 * Confirms a report by the token of its mail; again does nothing. Several reports with one address are each confirmed by
 * itself, because strangers may have typed some of them.
 * @throws AppError 404 for an unknown code; 422 for a wrong token; 409 when the same person has reported the same as a member,
 *   or it was decided on since; 429
 */
export async function confirmReport(
  ctx: Context,
  code: string,
  token: string,
  ip: string,
): Promise<ReportAnswer> {
  await ctx.rateLimits.consume("confirmReportPerAddress", ip);
  const report = await findReport(ctx, code);
  if (!report.confirmation_hash || !timingSafeEqual(report.confirmation_hash, hashOf(token)))
    throw new AppError(422, "token_invalid", messages.tokenInvalid, { field: "token" });
  if (!report.confirmed_at) {
    const target = await findTargetOf(ctx.db, report);
    const { category, reporter_email: email } = report;
    const hides =
      target !== undefined && email !== null && (await mayHide(ctx, target, { category, email, ip }));
    await inTransaction(ctx.db, async (trx) => {
      if (hides) await lockHidings(trx);
      const row = await lockCase(trx, report.case_id);
      if (!row || !(await confirmReportRow(trx, report.id))) return;
      if (await isReported(trx, report)) throw alreadyReported();
      await takeUp(ctx, trx, row, { ...report, hides });
    });
    ctx.responseCache.clear();
  }
  const { code: known, state, confirmed_at } = await findReport(ctx, code);
  return { code: known, status: statusOf(state, confirmed_at) };
}

export async function findReport({ db }: Pick<Context, "db">, code: string) {
  const report = await selectReport(db, code.trim().toUpperCase());
  if (!report) throw reportNotFound();
  return report;
}

function statusOf(state: string, confirmedAt: Date | null): ReportAnswer["status"] {
  if (!confirmedAt) return "unconfirmed";
  return state === "decided" ? "decided" : "open";
}

/** The state of a report, for whoever knows its code. @throws AppError 404, 429 */
export async function readReceipt(ctx: Context, code: string, ip: string): Promise<Receipt> {
  await ctx.rateLimits.consume("readReportPerAddress", ip);
  const report = await findReport(ctx, code);
  const { confirmed_at, case_id } = report;
  const [target, decisions, statements, own] = await Promise.all([
    findTargetOf(ctx.db, report),
    selectDecisionsOf(ctx.db, case_id),
    selectDecisionsWithStatementTo(ctx.db, report.id),
    selectAppealsOfReport(ctx.db, report.id),
  ]);
  // The hiding by a report is not mailed to reporters: the receipt shows it only if no decision was mailed, which may
  // be contested.
  const decision =
    decisions.find(({ id }) => statements.has(id)) ??
    decisions.find(
      ({ decided_as, created_at }) =>
        decided_as === "automatic" && confirmed_at && created_at >= confirmed_at,
    );
  const [appeal] = own;
  const status = statusOf(report.state, confirmed_at);
  return {
    code: report.code,
    status,
    category: report.category,
    created_at: report.created_at.toISOString(),
    target: {
      ...targetView(report),
      label: target?.visible ? target.label : null,
      path: target?.visible ? target.path : null,
    },
    due_at: status === "open" ? (report.deadline?.toISOString() ?? null) : null,
    decision: decision
      ? {
          ...decisionView(decision),
          // Reporters do not learn what was decided about reports that the author has made.
          undid: actionsOf(
            decisions.filter(
              ({ overturned_by, ground }) => overturned_by === decision.id && ground !== "reports",
            ),
          ),
          still: decision.still,
          appeal_until: appealUntil("reporter", decision, {
            isAnswer: await isAnswerTo(ctx.db, decision.id, "reporter"),
            appealed: own.some((one) => one.decision_id === decision.id),
          }),
        }
      : null,
    appeal: appeal ? appealView(appeal) : null,
  };
}
