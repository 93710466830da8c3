/** Who moderates: the admin, and members whom the admin has named. */
import type { FastifyRequest } from "fastify";
import { isUuid, requireViewer, type Viewer } from "#accounts/server/sessions/authenticate.ts";
import { findContacts } from "#accounts/server/users/users.service.ts";
import type { ModeratorList } from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import type { Context } from "#platform/context.ts";
import { brokenForeignKey } from "#platform/database/db.ts";
import { AppError } from "#platform/http/errors.ts";
import { deleteModerator, insertModerator, isModerator, selectModerators } from "./moderators.queries.ts";

const forbidden = () => new AppError(403, "forbidden", messages.forbidden);
const userNotFound = () => new AppError(404, "user_not_found", messages.userNotFound);

/**
 * Requires the admin or a moderator.
 * @throws AppError 401 without a session, 403 `forbidden` for other users
 */
export async function requireModerator(ctx: Context, request: FastifyRequest): Promise<Viewer> {
  const viewer = await requireViewer(ctx, request);
  if (!viewer.isAdmin && !(await isModerator(ctx.db, viewer.id))) throw forbidden();
  return viewer;
}

/** Requires the admin. @throws AppError as `requireModerator` */
export async function requireSiteAdmin(ctx: Context, request: FastifyRequest): Promise<Viewer> {
  const viewer = await requireViewer(ctx, request);
  if (!viewer.isAdmin) throw forbidden();
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
 * Names a member as moderator; naming again changes nothing.
 * @throws AppError 404 for an unknown id; 409 for a blocked account
 */
export async function nameModerator({ db }: Context, id: string): Promise<void> {
  const [person] = isUuid(id) ? await findContacts(db, [id]) : [];
  if (!person) throw userNotFound();
  if (person.is_blocked) throw new AppError(409, "user_banned", messages.blockedModerator);
  await insertModerator(db, person.id).catch((error) => {
    throw brokenForeignKey(error) ? userNotFound() : error;
  });
}

/** Takes the role back; effective from the next call. @throws AppError 404 for a malformed id */
export async function dismissModerator({ db }: Context, id: string): Promise<void> {
  if (!isUuid(id)) throw userNotFound();
  await deleteModerator(db, id);
}
