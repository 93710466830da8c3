/** The queue of cases, and everything that a moderator sees of one. */
import type { Readable } from "node:stream";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { findContacts } from "#accounts/server/users/users.service.ts";
import { toId } from "#language/text.ts";
import { widestKey } from "#media/server/stored-pictures.ts";
import {
  type CaseDecision,
  type CaseDetail,
  type CaseItem,
  type CaseList,
  MODERATION_PAGE_SIZE,
} from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { maskEmail } from "#platform/log.ts";
import { countPromptsOf } from "#prompts/server/own-prompts.service.ts";
import { findWithPicture } from "#prompts/server/pictures.service.ts";
import { countCases, countDecisionsAbout, type Snapshot, selectCase, selectCases } from "./cases.queries.ts";
import { selectAppealsOf, type selectDecisionsOf } from "./decisions.queries.ts";
import { caseNotFound, possibleActions, readStanding } from "./decisions.service.ts";
import { selectReportsOf } from "./reports.queries.ts";
import { targetView, toContent } from "./targets.ts";

/** Reports of a case that are listed. */
const MOST_REPORTS = 100;
const MOST_SIMILAR = 6;

type Row = NonNullable<Awaited<ReturnType<typeof selectCase>>>;

/** The values of enumerations are those of the columns' check constraints. */
const toItem = (row: Row, counts: { reports: number; appeals: number }): CaseItem => ({
  id: row.id,
  target: {
    ...targetView(row),
    label: row.label,
    author: { id: row.author_id, username: row.author_username },
  },
  category: row.category as CaseItem["category"],
  deadline: row.deadline?.toISOString() ?? null,
  state: row.state as CaseItem["state"],
  ...counts,
  opened_at: (row.opened_at ?? new Date(0)).toISOString(),
});

/** A page of the queue, by deadline, or of what is decided, newest first. */
export async function listCases(
  { db }: Context,
  { state, page }: { state: "open" | "decided"; page: number },
): Promise<CaseList> {
  const range = { limit: MODERATION_PAGE_SIZE, offset: (page - 1) * MODERATION_PAGE_SIZE };
  const [rows, counts] = await Promise.all([selectCases(db, state, range), countCases(db)]);
  const cases = rows.map(({ reports, appeals, ...row }) =>
    toItem(row, { reports: reports ?? 0, appeals: appeals ?? 0 }),
  );
  return { cases, totalCount: counts[state], open: counts.open };
}

const toDecision = (row: Awaited<ReturnType<typeof selectDecisionsOf>>[number]): CaseDecision => ({
  id: row.id,
  action: row.action as CaseDecision["action"],
  ground: row.ground as CaseDecision["ground"],
  reason: row.reason,
  decided_by: row.decided_by_username,
  automatic: row.decided_as === "automatic",
  overturned: row.overturned_by !== null,
  delete_at: row.delete_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/** @throws AppError 404 for a malformed id */
export function parseCaseId(text: string): number {
  const id = toId(text);
  if (id === undefined) throw caseNotFound();
  return id;
}

/**
 * Moderators see no case about themselves: it tells who reported them.
 * @throws AppError 404 for an unknown case, or one without a confirmed report; 403 `own_case`
 */
async function findCase(db: Context["db"], viewer: Viewer, id: number): Promise<Row> {
  const row = await selectCase(db, id);
  if (!row || row.state === "pending") throw caseNotFound();
  if (row.author_id === viewer.id && !viewer.isAdmin) throw new AppError(403, "own_case", messages.ownCase);
  return row;
}

/** Everything about a case. @throws AppError 404; 403 `own_case` */
export async function readCase(ctx: Context, viewer: Viewer, id: number): Promise<CaseDetail> {
  const { db } = ctx;
  const row = await findCase(db, viewer, id);
  const snapshot = row.snapshot as Snapshot;
  const [standing, reports, appeals, history, similar] = await Promise.all([
    readStanding(db, ctx, row),
    selectReportsOf(db, id, MOST_REPORTS),
    selectAppealsOf(db, id),
    readHistory(ctx, row.author_id),
    row.prompt_id !== null && snapshot.image
      ? findWithPicture(db, snapshot.image.image_hash, row.prompt_id, MOST_SIMILAR)
      : [],
  ]);
  const members = await findContacts(
    db,
    reports.flatMap(({ reporter_id }) => reporter_id ?? []),
  );
  return {
    ...toItem(row, {
      reports: reports.length,
      appeals: appeals.filter(({ outcome }) => outcome === null).length,
    }),
    version: row.version,
    snapshot: toContent(snapshot),
    current: standing.target ? toContent(standing.target.snapshot) : null,
    hidden: standing.hidden,
    actions: possibleActions(standing),
    reports_list: reports.map((report) => {
      const member = members.find(({ id }) => id === report.reporter_id);
      return {
        category: report.category as CaseDetail["reports_list"][number]["category"],
        explanation: report.explanation,
        standing: report.standing as CaseDetail["reports_list"][number]["standing"],
        reporter: {
          username: member?.username ?? null,
          name: report.reporter_name,
          email: maskEmail(member?.email ?? report.reporter_email ?? ""),
        },
        created_at: report.created_at.toISOString(),
        confirmed: report.confirmed_at !== null,
      };
    }),
    decisions: standing.decisions.map(toDecision),
    appeals_list: appeals.map(({ id, decision_id, side, text, created_at, outcome, answer }) => ({
      id,
      decision_id,
      side: side as "author" | "reporter",
      text,
      created_at: created_at.toISOString(),
      outcome: outcome as "upheld" | "rejected" | null,
      answer,
    })),
    history,
    similar,
  };
}

/** What is known of the user concerned; null when the account is gone. */
async function readHistory({ db }: Context, userId: string): Promise<CaseDetail["history"]> {
  const [[user], [prompts = 0], decisions] = await Promise.all([
    findContacts(db, [userId]),
    countPromptsOf(db, [userId]),
    countDecisionsAbout(db, userId),
  ]);
  if (!user) return null;
  return { prompts, decisions, blocked: user.is_blocked, member_since: user.created_at.toISOString() };
}

/**
 * The picture that was reported, which nobody else is shown while the prompt is hidden.
 * @throws AppError 404 for an unknown case, or when there is no such file (any more); 403 `own_case`
 */
export async function readCasePicture(
  { db, storage }: Context,
  viewer: Viewer,
  id: number,
): Promise<{ body: Buffer | Readable; size: number }> {
  const { image } = (await findCase(db, viewer, id)).snapshot as Snapshot;
  const found = image && (await storage.get(widestKey(image.image_hash, image.width)));
  if (!found) throw caseNotFound();
  return found;
}
