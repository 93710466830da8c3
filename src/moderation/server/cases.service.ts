/** The queue of cases, and everything that a moderator sees of one. */
import type { Readable } from "node:stream";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { findContacts } from "#accounts/server/users/users.service.ts";
import { toId } from "#language/text.ts";
import { widestKey } from "#media/server/stored-pictures.ts";
import {
  CASE_APPEALS,
  type CaseDetail,
  type CaseItem,
  type CaseList,
  MODERATION_PAGE_SIZE,
} from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import { maskEmail } from "#platform/log.ts";
import { countPromptsOf } from "#prompts/server/own-prompts.service.ts";
import { findWithPicture } from "#prompts/server/pictures.service.ts";
import { findSimilarTexts } from "#prompts/server/similar.service.ts";
import { findVersionForModeration } from "#prompts/server/versions/versions.service.ts";
import {
  type Case,
  countCases,
  countDecisionsAbout,
  type ListedCase,
  type Snapshot,
  selectCase,
  selectCases,
} from "./cases.queries.ts";
import { selectAppealsOf } from "./decisions.queries.ts";
import { casesKeptFrom, conflictEnd, findConflict, isConcerned } from "./moderators.service.ts";
import { isSealed } from "./preservation.service.ts";
import { countReportsOf, selectReportsOf } from "./reports.queries.ts";
import { selectSanctions } from "./sanctions.queries.ts";
import { possibleSanctions } from "./sanctions.service.ts";
import { caseNotFound, possibleActions, readStanding } from "./standing.ts";
import { type Found, findTargetOf, targetView } from "./target-types.ts";
import { caseVersion, toContent } from "./targets.ts";
import { appealView, standingView } from "./views.ts";

/** Reports of a case that are listed. */
const MOST_REPORTS = 100;
const MOST_SIMILAR = 6;
/** Of a prompt, what a version keeps. */
const TEXTS = ["title", "content", "description"] as const;

const toItem = (row: ListedCase, { reports, appeals }: { reports: number; appeals: number }): CaseItem => ({
  id: row.id,
  target: {
    ...targetView(row),
    label: row.label,
    author: { id: row.author_id, username: row.author_username },
  },
  category: row.category,
  deadline: row.deadline?.toISOString() ?? null,
  state: row.state === "open" ? "open" : "decided",
  reports,
  appeals,
  opened_at: (row.opened_at ?? new Date(0)).toISOString(),
});

/** A page of the queue, by deadline, or of what is decided, newest first: of the cases that the moderator may see. */
export async function listCases(
  { db }: Context,
  viewer: Viewer,
  { state, page }: { state: "open" | "decided"; page: number },
): Promise<CaseList> {
  const except = await casesKeptFrom(db, viewer);
  const range = { limit: MODERATION_PAGE_SIZE, offset: (page - 1) * MODERATION_PAGE_SIZE };
  const [rows, open, decided] = await Promise.all([
    selectCases(db, state, { ...range, except }),
    countCases(db, "open", except),
    state === "decided" ? countCases(db, state, except) : 0,
  ]);
  return { cases: rows.map((row) => toItem(row, row)), totalCount: state === "open" ? open : decided, open };
}

/** @throws AppError 404 for a malformed id */
export function parseCaseId(text: string): number {
  const id = toId(text);
  if (id === undefined) throw caseNotFound();
  return id;
}

/** @throws AppError 404 for an unknown case, one without a confirmed report, or one that is kept from the moderator */
async function findCase(db: Context["db"], viewer: Viewer, id: number): Promise<Case> {
  const row = await selectCase(db, id);
  if (!row || row.state === "pending" || (await isConcerned(db, row, viewer))) throw caseNotFound();
  return row;
}

/** Everything about a case. @throws AppError 404 */
export async function readCase(ctx: Context, viewer: Viewer, id: number): Promise<CaseDetail> {
  const { db } = ctx;
  const row = await findCase(db, viewer, id);
  const { snapshot } = row;
  const [standing, count, reports, appeals, history, similar] = await Promise.all([
    readStanding(db, ctx, row),
    countReportsOf(db, id),
    selectReportsOf(db, id, MOST_REPORTS),
    selectAppealsOf(db, id, CASE_APPEALS),
    readHistory(ctx, row.author_id, viewer),
    findSimilar(db, row, snapshot),
  ]);
  const conflict = await findConflict(db, id, viewer, standing);
  const sealed = isSealed(row, standing.target === undefined);
  const memberIds = reports.flatMap(({ reporter_id }) => reporter_id ?? []);
  const members = await findContacts(db, memberIds);
  const sanctions = memberIds.length ? await selectSanctions(db, memberIds) : [];
  return {
    ...toItem(row, { reports: count, appeals: standing.waiting.length }),
    version: caseVersion(row, standing.target),
    snapshot: toContent(
      sealed
        ? {
            ...{ ...snapshot, content: null, description: null, remix_note: null, image: null },
            ...{ tags: [], entries: null },
          }
        : snapshot,
      id,
    ),
    earlier: sealed ? [] : row.earlier.map((one) => toContent(one, id)),
    sealed_until: sealed ? (row.preserved_until?.toISOString() ?? null) : null,
    current: standing.target ? toContent(standing.target.snapshot, id) : null,
    path: standing.target?.visible ? standing.target.path : null,
    difference: await findDifference(db, row, standing.target),
    hidden: standing.hidden,
    hidden_with_author: standing.target?.hiddenWithAuthor ?? false,
    actions: conflict ? [] : possibleActions(standing, viewer),
    conflict,
    conflict_until:
      conflict === "decider" && viewer.isAdmin ? conflictEnd(viewer, standing).toISOString() : null,
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
    decisions: standing.decisions.map((row) => ({
      ...standingView(row),
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
  now: Found | undefined,
): Promise<string | null> {
  const { version } = snapshot;
  const newest = now?.snapshot.version;
  if (prompt_id === null || !now?.visible || version === undefined || version === newest) return null;
  const old = await findVersionForModeration(db, prompt_id, version);
  const isSame = old !== undefined && TEXTS.every((key) => old[key] === snapshot[key]);
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

/** What is known of the user concerned; null when the account is gone. */
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
 * @throws AppError 404 for an unknown case, or when there is no such file (any more)
 */
export async function readCasePicture(
  { db, storage }: Context,
  viewer: Viewer,
  id: number,
  hash?: string,
): Promise<{ body: Buffer | Readable; size: number }> {
  const row = await findCase(db, viewer, id);
  const now = await findTargetOf(db, row);
  if (isSealed(row, now === undefined)) throw caseNotFound();
  const images = [row.snapshot, ...row.earlier, now?.snapshot].map((one) => one?.image);
  const image = hash === undefined ? images[0] : images.find((one) => one?.image_hash === hash);
  const found = image && (await storage.get(widestKey(image.image_hash, image.width)));
  if (!found) throw caseNotFound();
  return found;
}
