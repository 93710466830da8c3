/** A user's own sessions: listing and ending them. An ended session is refused at its next call. */
import type { SessionView } from "#accounts/contract.ts";
import { messages } from "#accounts/messages.ts";
import { deviceName } from "#accounts/server/devices/device-name.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import type { AuthMethod } from "./access-tokens.ts";
import { isUuid, type SessionViewer } from "./authenticate.ts";
import { isLoginOld, type Proof, proveIdentity } from "./identity.service.ts";
import { deleteOwnSession, deleteSessionsOf, selectSessionsOf } from "./sessions.queries.ts";

/** Length of the list; ending all others includes the rest. */
const MAX_LISTED = 100;

/** A user's sessions: the calling one first, then the most recently used. */
export async function listSessions(ctx: Context, viewer: SessionViewer): Promise<SessionView[]> {
  const rows = await selectSessionsOf(ctx.db, viewer.id, viewer.sessionId, MAX_LISTED);
  return rows.map((row) => ({
    id: row.id,
    current: row.id === viewer.sessionId,
    device: deviceName(row.user_agent),
    ip: row.ip,
    method: row.auth_method as AuthMethod,
    created_at: row.created_at.toISOString(),
    last_used_at: row.refreshed_at.toISOString(),
  }));
}

const refused = (code: string, message: string) => new AppError(422, code, message, { field: "password" });

/** The error for a password of one's own that is wrong. */
export const ownPasswordWrong = () => refused("password_invalid", messages.passwordWrong);

/**
 * Requires a recent login or the password, before other sessions may be ended, or a key is made: a thief with an old session
 * must not log the owner out of the others, nor stay by a key. A password that is given is checked, needed or not.
 * @param needed told when the password is missing
 * @returns what was proven by the password, if there was one
 * @throws AppError 422 naming `password`, 429 after too many wrong ones
 */
export async function requireOwner(
  ctx: Context,
  viewer: SessionViewer,
  password: string | undefined,
  needed: string = messages.passwordNeeded,
): Promise<(Proof & { verdict: "proven" }) | undefined> {
  const isNeeded = await isLoginOld(ctx, viewer);
  if (!isNeeded && !password) return undefined;
  const proof = await proveIdentity(ctx, viewer, password, isNeeded);
  if (proof.verdict === "missing") throw refused("password_required", needed);
  if (proof.verdict === "wrong") throw ownPasswordWrong();
  return proof;
}

/**
 * Ends a session of the user; the calling one needs no password.
 * @throws AppError as `requireOwner`; 404 when the user has no such session
 */
export async function endOwnSession(
  ctx: Context,
  viewer: SessionViewer,
  id: string,
  password: string | undefined,
): Promise<void> {
  if (id.toLowerCase() !== viewer.sessionId || password) await requireOwner(ctx, viewer, password);
  if (isUuid(id) && (await deleteOwnSession(ctx.db, viewer.id, id))) return;
  throw new AppError(404, "session_not_found", messages.sessionNotFound);
}

/** Ends all sessions of the user except the calling one. @returns their number; throws as `requireOwner` */
export async function endOtherSessions(
  ctx: Context,
  viewer: SessionViewer,
  password: string | undefined,
): Promise<number> {
  await requireOwner(ctx, viewer, password);
  return deleteSessionsOf(ctx.db, viewer.id, viewer.sessionId);
}
