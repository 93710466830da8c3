/** The queue of cases, and everything that a moderator sees of one. */
import type { Readable } from "node:stream";
import type * as z from "zod/mini";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { findContacts } from "#accounts/server/users/users.shared.queries.ts";
import { toId } from "#language/text.ts";
import { narrowestKey, widestKey } from "#media/server/stored-pictures.ts";
import {
  type CaseDetail,
  type CaseFilter,
  type CaseItem,
  type CaseList,
  type CaseNeighbours,
  type pictureQuery,
  waitingIn,
} from "#moderation/cases-contract.ts";
import { CASE_APPEALS, HIDING_CATEGORIES, MODERATION_PAGE_SIZE } from "#moderation/contract.ts";
import { caseNotFound } from "#moderation/server/errors.ts";
import { appealView, decisionNowView } from "#moderation/server/notices/views.ts";
import { isSealed } from "#moderation/server/records/preservation.service.ts";
import { countReportsOf, selectReportsOf } from "#moderation/server/reports/reports.queries.ts";
import type { Context } from "#platform/context.ts";
import { maskEmail } from "#platform/log.ts";
import { findWithPicture } from "#prompts/server/moderation.shared.queries.ts";
import { countPromptsOf } from "#prompts/server/own-prompts.shared.queries.ts";
import { findSimilarTexts } from "#prompts/server/similar.service.ts";
import { findVersionForModeration } from "#prompts/server/versions/versions.service.ts";
import { VERSION_TEXTS } from "#prompts/versions.ts";
import { isHiddenByItself, readCaseNow } from "./case-now.ts";
import {
  type Case,
  countCases,
  countDecisionsAbout,
  countWaiting,
  type ListedCase,
  NO_BODY,
  type Snapshot,
  selectCase,
  selectCases,
  selectNeighbour,
} from "./cases.queries.ts";
import { selectAppealsOf } from "./decisions.queries.ts";
import { casesKeptFrom, conflictEnd, findConflict } from "./moderators.service.ts";
import { selectSanctions } from "./sanctions.queries.ts";
import { possibleSanctions } from "./sanctions.service.ts";
import { findTargetOf, type TargetNow, targetView } from "./target-types.ts";
import { caseVersion, toContent } from "./targets.ts";
import { possibleChoices } from "./transition.ts";

/** Reports of a case that are listed. */
const MOST_REPORTS = 100;
const MOST_SIMILAR = 6;

const toSummary = (row: ListedCase, { reports, appeals }: { reports: number; appeals: number }) => ({
  id: row.id,
  target: {
    ...targetView(row),
    label: row.label,
    author: { id: row.author_id, username: row.author_username },
  },
  category: row.category,
  deadline: row.deadline?.toISOString() ?? null,
  state: row.state === "open" ? ("open" as const) : ("decided" as const),
  reports,
  appeals,
  opened_at: (row.opened_at ?? new Date(0)).toISOString(),
});

/** Not of the worst kinds: nobody has to look at those before wanting to. */
const mayShowPicture = ({ prompt_id, category }: ListedCase) =>
  prompt_id !== null && (category === null || !HIDING_CATEGORIES.includes(category));

const toItem = (row: Awaited<ReturnType<typeof selectCases>>[number]): CaseItem => ({
  ...toSummary(row, row),
  said: row.said?.replace(/\s+/g, " ").trim() ?? null,
  picture: mayShowPicture(row) ? `/api/admin/cases/${row.id}/picture?size=small` : null,
});

type Selected = CaseFilter & { state: "open" | "decided" };

/** A page of the queue, by deadline, or of decided cases, newest first: of the cases that the moderator may see. */
export async function listCases(
  { db }: Context,
  viewer: Viewer,
  { page, ...selected }: Selected & { page: number },
): Promise<CaseList> {
  const except = await casesKeptFrom(db, viewer);
  const range = { limit: MODERATION_PAGE_SIZE, offset: (page - 1) * MODERATION_PAGE_SIZE };
  const { state, category, due, author } = selected;
  const isOpen = state === "open";
  const [rows, waiting, open, decided] = await Promise.all([
    selectCases(db, { ...selected, except }, range),
    isOpen ? countWaiting(db, { except, author }) : [],
    isOpen && !author ? undefined : countCases(db, { state: "open", except }),
    isOpen ? undefined : countCases(db, { ...selected, except }),
  ]);
  return {
    cases: rows.map(toItem),
    totalCount: decided ?? waitingIn(waiting, { category, due }),
    open: open ?? waitingIn(waiting, {}),
    waiting,
  };
}

/** The cases before and after one in the queue that a moderator goes through. @throws AppError 404 */
export async function readNeighbours(
  { db }: Context,
  viewer: Viewer,
  id: number,
  selected: Selected,
): Promise<CaseNeighbours> {
  const except = await casesKeptFrom(db, viewer);
  requireSeen(await selectCase(db, id), except);
  const selection = { ...selected, except };
  const [previous = null, next = null] = await Promise.all([
    selectNeighbour(db, selection, id, "previous"),
    selectNeighbour(db, selection, id, "next"),
  ]);
  return { previous, next };
}

/** @throws AppError 404 for a malformed id */
export function parseCaseId(text: string): number {
  const id = toId(text);
  if (id === undefined) throw caseNotFound();
  return id;
}

/**
 * @param except the cases that are kept from the moderator
 * @throws AppError 404 for an unknown case, one without a confirmed report, or one of those
 */
function requireSeen(row: Case | undefined, except: number[]): Case {
  if (!row || row.state === "pending" || except.includes(row.id)) throw caseNotFound();
  return row;
}

/** @throws AppError 404 as above */
async function findCase(db: Context["db"], viewer: Viewer, id: number): Promise<Case> {
  const [row, except] = await Promise.all([selectCase(db, id), casesKeptFrom(db, viewer)]);
  return requireSeen(row, except);
}

/** Everything about a case. @throws AppError 404 */
export async function readCase(ctx: Context, viewer: Viewer, id: number): Promise<CaseDetail> {
  const { db } = ctx;
  const row = await findCase(db, viewer, id);
  const { snapshot } = row;
  const [now, count, reports, appeals, history, similar] = await Promise.all([
    readCaseNow(db, ctx, row),
    countReportsOf(db, id),
    selectReportsOf(db, id, MOST_REPORTS),
    selectAppealsOf(db, id, CASE_APPEALS),
    readHistory(ctx, row.author_id, viewer),
    findSimilar(db, row, snapshot),
  ]);
  const conflict = await findConflict(db, id, viewer, now);
  const sealed = isSealed(row, now.target === undefined);
  const memberIds = reports.flatMap(({ reporter_id }) => reporter_id ?? []);
  const members = await findContacts(db, memberIds);
  const sanctions = memberIds.length ? await selectSanctions(db, memberIds) : [];
  return {
    ...toSummary(row, { reports: count, appeals: now.appeals.length }),
    version: caseVersion(row, now.target),
    snapshot: toContent(
      sealed
        ? {
            ...{ ...snapshot, ...NO_BODY, remix_note: null },
            ...{ tags: [], entries: null },
          }
        : snapshot,
      id,
    ),
    earlier: sealed ? [] : row.earlier.map((one) => toContent(one, id)),
    sealed_until: sealed ? (row.preserved_until?.toISOString() ?? null) : null,
    current: now.target ? toContent(now.target.snapshot, id) : null,
    path: now.target?.visible ? now.target.path : null,
    difference: await findDifference(db, row, now.target),
    hidden:
      now.type === "user"
        ? now.account?.is_blocked === true
        : now.target !== undefined && isHiddenByItself(now.target),
    hidden_with_author: now.target?.hiddenWithAuthor ?? false,
    actions: conflict ? [] : possibleChoices(now, viewer),
    conflict,
    conflict_until: conflict === "decider" && viewer.isAdmin ? conflictEnd(viewer, now).toISOString() : null,
    reports_list: reports.map((report) => {
      const member = members.find(({ id }) => id === report.reporter_id);
      const own = sanctions.filter(({ user_id }) => user_id === report.reporter_id);
      return {
        id: report.id,
        category: report.category,
        explanation: report.explanation,
        standing: report.standing,
        reporter: {
          username: member?.username ?? null,
          name: report.reporter_name,
          email: maskEmail(member?.email ?? report.reporter_email ?? ""),
        },
        created_at: report.created_at.toISOString(),
        sanctions: member && member.email !== ctx.config.adminEmail ? possibleSanctions(own, report.id) : [],
      };
    }),
    decisions: now.decisions.map((row) => ({
      ...decisionNowView(row),
      decided_by: row.decided_by_username,
    })),
    appeals_list: appeals.map((appeal) => ({ ...appeal, ...appealView(appeal) })),
    history,
    similar,
    alike_case: row.alike_case_id,
  };
}

/**
 * Where the difference from what was reported to the newest version can be read. Only when that version is still what was
 * reported: within ten minutes its author may have changed it.
 */
async function findDifference(
  db: Context["db"],
  { prompt_id, snapshot }: Case,
  now: TargetNow | undefined,
): Promise<string | null> {
  const { version } = snapshot;
  const newest = now?.snapshot.version;
  if (prompt_id === null || !now?.visible || version === undefined || version === newest) return null;
  const old = await findVersionForModeration(db, prompt_id, version);
  const isSame = old !== undefined && VERSION_TEXTS.every((key) => old[key] === (snapshot[key] ?? null));
  const isSamePicture = old?.image?.image_hash === snapshot.image?.image_hash;
  return isSame && isSamePicture ? `/prompts/${prompt_id}/versoes?de=${version}&para=${newest}` : null;
}

/** Other prompts with the same picture, and public ones with nearly the same text. */
async function findSimilar(
  db: Context["db"],
  { prompt_id }: Case,
  { image, content }: Snapshot,
): Promise<CaseDetail["similar"]> {
  if (prompt_id === null) return [];
  const [alike, texts] = await Promise.all([
    image ? findWithPicture(db, image.image_hash, prompt_id, MOST_SIMILAR) : [],
    content === null ? [] : findSimilarTexts(db, { content, except: prompt_id }),
  ]);
  const found = new Map([...alike, ...texts].map(({ id, title }) => [id, { id, title }]));
  return [...found.values()].slice(0, MOST_SIMILAR);
}

/** The user concerned; null when the account is gone. */
async function readHistory({ db }: Context, userId: string, viewer: Viewer): Promise<CaseDetail["history"]> {
  const [[user], [prompts = 0], decisions] = await Promise.all([
    findContacts(db, [userId]),
    countPromptsOf(db, [userId]),
    countDecisionsAbout(db, userId, viewer.isAdmin ? null : viewer.id),
  ]);
  if (!user) return null;
  return {
    prompts,
    decisions,
    blocked: user.is_blocked,
    removed: user.removed_at !== null,
    member_since: user.created_at.toISOString(),
  };
}

/**
 * A picture that was reported or is there now, which nobody else is shown while the prompt is hidden.
 * @param hash of the picture; by default the one that was reported last
 * @param size "small" for the smallest of its files
 * @throws AppError 404 for an unknown case, or when there is no such file (any more)
 */
export async function readCasePicture(
  { db, storage }: Context,
  viewer: Viewer,
  id: number,
  { hash, size }: z.output<typeof pictureQuery>,
): Promise<{ body: Buffer | Readable; size: number }> {
  const row = await findCase(db, viewer, id);
  const now = await findTargetOf(db, row);
  if (isSealed(row, now === undefined)) throw caseNotFound();
  const images = [row.snapshot, ...row.earlier, now?.snapshot].map((one) => one?.image);
  const image = hash === undefined ? images[0] : images.find((one) => one?.image_hash === hash);
  const keyOf = size === "small" ? narrowestKey : widestKey;
  const found = image && (await storage.get(keyOf(image.image_hash, image.width)));
  if (!found) throw caseNotFound();
  return found;
}
