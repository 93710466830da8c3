/** Who moderates: the admin, and members whom the admin has named. */
import type { FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import { isUuid, requireViewer, type Viewer } from "#accounts/server/sessions/authenticate.ts";
import { findContacts } from "#accounts/server/users/users.service.ts";
import { MODERATOR_HOURS, type ModeratorList } from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import type { Context } from "#platform/context.ts";
import { brokenForeignKey, inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { logModerator } from "./audit-log.service.ts";
import type { Case } from "./cases.queries.ts";
import { namedLetter } from "./moderation-mails.ts";
import { deleteModerator, insertModerator, isModerator, selectModerators } from "./moderators.queries.ts";
import { hasReported } from "./reports.queries.ts";
import { selectConcerning } from "./sanctions.queries.ts";
import type { Standing } from "./standing.ts";

const forbidden = (message: string) => new AppError(403, "forbidden", message);
const userNotFound = () => new AppError(404, "user_not_found", messages.userNotFound);

/**
 * Requires the admin or a moderator.
 * @throws AppError 401 without a session, 403 `forbidden` for other users
 */
export async function requireModerator(ctx: Context, request: FastifyRequest): Promise<Viewer> {
  const viewer = await requireViewer(ctx, request);
  if (!viewer.isAdmin && !(await isModerator(ctx.db, viewer.id))) throw forbidden(messages.forbidden);
  return viewer;
}

/** Requires the admin. @throws AppError as `requireModerator` */
export async function requireSiteAdmin(ctx: Context, request: FastifyRequest): Promise<Viewer> {
  const viewer = await requireViewer(ctx, request);
  if (!viewer.isAdmin) throw forbidden(messages.adminOnly);
  return viewer;
}

export async function listModerators({ db }: Context): Promise<ModeratorList> {
  const rows = await selectModerators(db);
  const people = await findContacts(
    db,
    rows.map(({ user_id }) => user_id),
  );
  const moderators = rows.flatMap(({ user_id: id, named_at }) => {
    const person = people.find((one) => one.id === id);
    return person ? [{ id, username: person.username, named_at: named_at.toISOString() }] : [];
  });
  return { moderators };
}

/**
 * Names a member as moderator, who is told by mail; naming again changes nothing, and only changes are logged.
 * @throws AppError 404 for an unknown id; 409 for a blocked account
 */
export async function nameModerator(ctx: Context, admin: Viewer, id: string): Promise<void> {
  const { db } = ctx;
  const [person] = isUuid(id) ? await findContacts(db, [id]) : [];
  if (!person) throw userNotFound();
  if (person.is_blocked) throw new AppError(409, "user_banned", messages.blockedModerator);
  await inTransaction(db, async (trx) => {
    if (!(await insertModerator(trx, person.id))) return;
    await logModerator(trx, admin, "moderator_named", person);
    if (!person.is_demo) await enqueueNotice(ctx, trx, person, namedLetter());
  }).catch((error) => {
    throw brokenForeignKey(error) ? userNotFound() : error;
  });
}

/** Takes the role back; effective from the next call. @throws AppError 404 for an unknown id */
export async function dismissModerator({ db }: Context, admin: Viewer, id: string): Promise<void> {
  const [person] = isUuid(id) ? await findContacts(db, [id]) : [];
  if (!person) throw userNotFound();
  await inTransaction(db, async (trx) => {
    if (await deleteModerator(trx, person.id)) await logModerator(trx, admin, "moderator_dismissed", person);
  });
}

/** A blocked or removed account moderates no more, also once it is back: the admin may name it again. */
export async function dismissBlocked(trx: Transaction<DB>, by: Viewer, row: Case): Promise<void> {
  const { author_id: id, author_username: username } = row;
  if (await deleteModerator(trx, id)) await logModerator(trx, by, "moderator_dismissed", { id, username });
}

/**
 * Cases that a moderator does not see at all: about that moderator, or about who reported the moderator in bad faith, which
 * tell who did. The admin decides on everything.
 */
export async function casesKeptFrom(
  db: Context["db"],
  { id, isAdmin }: Pick<Viewer, "id" | "isAdmin">,
): Promise<number[]> {
  return isAdmin ? [] : selectConcerning(db, id);
}

/** Whether a moderator does not see a case. */
export const isConcerned = async (
  db: Context["db"],
  { id }: Pick<Case, "id">,
  viewer: Pick<Viewer, "id" | "isAdmin">,
) => (await casesKeptFrom(db, viewer)).includes(id);

type Conflict = "reporter" | "decider" | "prompt" | null;
type Judged = Pick<Standing, "decisions" | "waiting"> & Partial<Pick<Standing, "target">>;

/**
 * Why a moderator, who may see a case, does not decide on it: has reported the target, has taken what is appealed now, or
 * the answer is about the moderator's prompt. The second holds for the admin too, while a moderator is there who may and has not had three days.
 */
export async function findConflict(
  db: Context["db"],
  caseId: number,
  viewer: Viewer,
  judged: Judged = { decisions: [], waiting: [] },
): Promise<Conflict> {
  const conflict = await conflictOf(db, caseId, viewer.id, judged);
  if (!viewer.isAdmin) return conflict;
  const isEarly = conflict === "decider" && conflictEnd(viewer, judged) > new Date();
  return isEarly && (await hasUnconcerned(db, caseId, judged)) ? "decider" : null;
}

/** Until when the admin leaves the appeals against own decisions to moderators. */
export function conflictEnd({ id }: Pick<Viewer, "id">, judged: Judged): Date {
  const times = appealsAgainst(id, judged).map(({ created_at }) => created_at.getTime());
  return new Date(Math.min(...times) + MODERATOR_HOURS * 60 * 60 * 1000);
}

/** The waiting appeals against a moderator's own decisions. */
const appealsAgainst = (id: string, { decisions, waiting }: Judged) =>
  waiting.filter(({ decision_id }) =>
    decisions.some((one) => one.id === decision_id && one.decided_by === id),
  );

async function conflictOf(db: Context["db"], caseId: number, id: string, judged: Judged): Promise<Conflict> {
  if (appealsAgainst(id, judged).length > 0) return "decider";
  if (judged.target?.promptAuthorId === id) return "prompt";
  return (await hasReported(db, caseId, id)) ? "reporter" : null;
}

/** Whether a moderator may decide on a case. */
async function hasUnconcerned(db: Context["db"], caseId: number, judged: Judged): Promise<boolean> {
  const rows = await selectModerators(db);
  const people = await findContacts(
    db,
    rows.map(({ user_id }) => user_id),
  );
  for (const { id, is_blocked } of people) {
    const may =
      !is_blocked &&
      !(await isConcerned(db, { id: caseId }, { id, isAdmin: false })) &&
      !(await conflictOf(db, caseId, id, judged));
    if (may) return true;
  }
  return false;
}
