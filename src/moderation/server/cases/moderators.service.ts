/** Who moderates: the admin, and members whom the admin has named. */
import type { FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { findAccountId } from "#accounts/server/account/account-data.shared.queries.ts";
import { listIdentities } from "#accounts/server/identities/identities.service.ts";
import { mailboxOf } from "#accounts/server/mails/asked-mails.ts";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import { askReset, dropReset } from "#accounts/server/passkeys/passkey-resets.service.ts";
import {
  selectPasskeyNames,
  selectPasskeyStates,
  selectWithoutPasskeys,
} from "#accounts/server/passkeys/passkeys.shared.queries.ts";
import { type Moderates, requireStaffGate } from "#accounts/server/passkeys/staff-gate.ts";
import { isUuid, requireViewer, type Viewer } from "#accounts/server/sessions/authenticate.ts";
import { findContacts, lockAccount } from "#accounts/server/users/users.shared.queries.ts";
import type { ModeratorList } from "#moderation/cases-contract.ts";
import { MODERATOR_HOURS } from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import { namedLetter } from "#moderation/server/notices/moderation-mails.ts";
import { logModerator } from "#moderation/server/records/audit-log.service.ts";
import { selectReporters } from "#moderation/server/reports/reports.queries.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import type { CaseNow } from "./case-now.ts";
import type { Case } from "./cases.queries.ts";
import { deleteModerator, insertModerator, isModerator, selectModerators } from "./moderators.queries.ts";
import { selectConcerning } from "./sanctions.queries.ts";

const forbidden = (message: string) => new AppError(403, "forbidden", message);
const userNotFound = () => new AppError(404, "user_not_found", messages.userNotFound);

/** Whether a user moderates, for rooms before this one. */
export const moderates: Moderates = (db, userId) => isModerator(db, userId);

/**
 * Requires the admin or a moderator.
 * @throws AppError 401 without a session, 403 `forbidden` for other users, `passkey_required` or `passkey_missing` for sessions
 *   that were opened by less
 */
export async function requireModerator(ctx: Context, request: FastifyRequest): Promise<Viewer> {
  const viewer = await requireViewer(ctx, request);
  if (!viewer.isAdmin && !(await isModerator(ctx.db, viewer.id))) throw forbidden(messages.forbidden);
  await requireStaffGate(ctx, viewer);
  return viewer;
}

/** Requires the admin. @throws AppError as `requireModerator` */
export async function requireSiteAdmin(ctx: Context, request: FastifyRequest): Promise<Viewer> {
  const viewer = await requireViewer(ctx, request);
  if (!viewer.isAdmin) throw forbidden(messages.adminOnly);
  await requireStaffGate(ctx, viewer);
  return viewer;
}

export async function listModerators({ db }: Context): Promise<ModeratorList> {
  const rows = await selectModerators(db);
  const ids = rows.map(({ user_id }) => user_id);
  const [people, passkeys] = await Promise.all([findContacts(db, ids), selectPasskeyStates(db, ids)]);
  const moderators = rows.flatMap(({ user_id: id, named_at }) => {
    const person = people.find((one) => one.id === id);
    const state = passkeys.find((one) => one.id === id);
    if (!person || !state) return [];
    return [
      {
        id,
        username: person.username,
        named_at: named_at.toISOString(),
        passkeys: state.passkeys,
        first_passkey_at: state.first_at?.toISOString() ?? null,
        reset_at: state.due_at?.toISOString() ?? null,
      },
    ];
  });
  return { moderators };
}

/**
 * Names a member as moderator, by a mail too; naming again changes nothing, and only changes are logged.
 * @returns the person's address, if something has changed
 * @throws AppError 404 for an unknown id; 409 for a blocked account
 */
export async function nameModerator(ctx: Context, admin: Viewer, id: string): Promise<string | undefined> {
  if (!isUuid(id)) throw userNotFound();
  return inTransaction(ctx.db, async (trx) => {
    // A block that is under way ends first: it takes the role away.
    const person = await lockAccount(trx, id);
    if (!person) throw userNotFound();
    if (person.is_blocked) throw new AppError(409, "user_banned", messages.blockedModerator);
    if (!(await insertModerator(trx, id))) return undefined;
    await logModerator(trx, admin, "moderator_named", person);
    if (person.is_demo) return person.email;
    const keys = await selectPasskeyNames(trx, id);
    const { identities } = await listIdentities({ db: trx, config: ctx.config }, id);
    await enqueueNotice(ctx, trx, person, namedLetter(keys, identities));
    return person.email;
  });
}

async function findPerson({ db }: Pick<Context, "db">, id: string) {
  const [person] = isUuid(id) ? await findContacts(db, [id]) : [];
  if (!person) throw userNotFound();
  return person;
}

/**
 * Takes the role back; effective from the next call.
 * @returns the person's address, if something has changed
 * @throws AppError 404 for an unknown id
 */
export async function dismissModerator(ctx: Context, admin: Viewer, id: string): Promise<string | undefined> {
  const person = await findPerson(ctx, id);
  const isDone = await inTransaction(ctx.db, async (trx) => {
    // First, as a block does.
    await lockAccount(trx, person.id);
    return dismiss(ctx, trx, admin, person);
  });
  return isDone ? person.email : undefined;
}

/** A removal of passkeys that waits ends with the role that it was asked for. @returns whether there was that role */
async function dismiss(
  ctx: Context,
  trx: Transaction<DB>,
  by: Viewer,
  person: { id: string; username: string },
): Promise<boolean> {
  if (!(await deleteModerator(trx, person.id))) return false;
  await logModerator(trx, by, "moderator_dismissed", person);
  await dropReset(ctx, trx, person.id);
  return true;
}

/**
 * Asks for the removal of all passkeys of a moderator who has lost them, a day from now (passkey-resets.service.ts).
 * @returns the person's address, unless it was asked for before
 * @throws AppError 404 when the user does not moderate, 409 without passkeys
 */
export async function resetModeratorsPasskeys(
  ctx: Context,
  admin: Viewer,
  id: string,
): Promise<string | undefined> {
  const person = await findPerson(ctx, id);
  const { isNew } = await inTransaction(ctx.db, async (trx) => {
    // A dismissal takes the same lock before it drops what waits: it comes first, and is seen here, or finds what this asks for.
    await lockAccount(trx, id);
    if (!(await isModerator(trx, id))) throw userNotFound();
    return resetPasskeys(ctx, trx, admin, id);
  });
  return isNew ? person.email : undefined;
}

/** The same for the admin, whom nobody stands above but the operator. @returns when they go */
export async function resetAdminsPasskeys(ctx: Context, operator: string): Promise<Date> {
  const id = await findAccountId(ctx.db, ctx.config.adminEmail);
  if (!id) throw userNotFound();
  const by = { id: null, username: operator };
  return (await inTransaction(ctx.db, (trx) => resetPasskeys(ctx, trx, by, id))).dueAt;
}

/** Usernames of the admin and the moderators who have no passkey. */
export async function staffWithoutPasskeys(db: Context["db"], adminEmail: string): Promise<string[]> {
  const ids = (await selectModerators(db)).map(({ user_id }) => user_id);
  return (await selectWithoutPasskeys(db, ids, adminEmail)).map(({ username }) => username);
}

/** Asked for again, it is logged once. */
async function resetPasskeys(
  ctx: Context,
  trx: Transaction<DB>,
  by: { id: string | null; username: string },
  id: string,
): Promise<{ dueAt: Date; isNew: boolean }> {
  const { dueAt, isNew, username } = await askReset(ctx, trx, id);
  if (isNew) await logModerator(trx, by, "passkeys_reset", { id, username });
  return { dueAt, isNew };
}

/** A blocked or removed account moderates no more, also once it is back: the admin may name it again. */
export async function dismissBlocked(
  ctx: Context,
  trx: Transaction<DB>,
  by: Viewer,
  { author_id: id, author_username: username }: Case,
): Promise<void> {
  await dismiss(ctx, trx, by, { id, username });
}

/**
 * Cases hidden from a moderator: those about them or what they published, and those of members whose report against them
 * was in bad faith, which would reveal the reporter. The admin sees all.
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
type Judged = Pick<CaseNow, "decisions" | "appeals"> & Partial<Pick<CaseNow, "target">>;

/**
 * Why a moderator who sees a case may not decide on it: they reported the target, they took the decision under appeal, or the
 * case is about a result of their own prompt. The admin may, but leaves appeals against own decisions to moderators for three
 * days, if one without a conflict exists.
 */
export async function findConflict(
  db: Context["db"],
  caseId: number,
  viewer: Viewer,
  judged: Judged = { decisions: [], appeals: [] },
): Promise<Conflict> {
  const conflict = await conflictOf(db, caseId, viewer, judged);
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
const appealsAgainst = (id: string, { decisions, appeals }: Judged) =>
  appeals.filter(({ decision_id }) =>
    decisions.some((one) => one.id === decision_id && one.decided_by === id),
  );

/** Whether somebody has reported the target of a case, perhaps as a visitor, by whatever address of the account's mailbox. */
async function hasReported(
  db: Context["db"],
  caseId: number,
  { id, email }: Pick<Viewer, "id" | "email">,
): Promise<boolean> {
  const mailbox = mailboxOf(email);
  return (await selectReporters(db, caseId)).some(
    ({ reporter_id, reporter_email }) =>
      reporter_id === id || (reporter_email !== null && mailboxOf(reporter_email) === mailbox),
  );
}

async function conflictOf(
  db: Context["db"],
  caseId: number,
  person: Pick<Viewer, "id" | "email">,
  judged: Judged,
): Promise<Conflict> {
  const { id } = person;
  if (appealsAgainst(id, judged).length > 0) return "decider";
  if (judged.target?.promptAuthorId === id) return "prompt";
  return (await hasReported(db, caseId, person)) ? "reporter" : null;
}

/** Whether a moderator may decide on a case. */
async function hasUnconcerned(db: Context["db"], caseId: number, judged: Judged): Promise<boolean> {
  const rows = await selectModerators(db);
  const people = await findContacts(
    db,
    rows.map(({ user_id }) => user_id),
  );
  for (const person of people) {
    const { id, is_blocked } = person;
    const may =
      !is_blocked &&
      !(await isConcerned(db, { id: caseId }, { id, isAdmin: false })) &&
      !(await conflictOf(db, caseId, person, judged));
    if (may) return true;
  }
  return false;
}
