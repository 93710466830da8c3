/** A user's own sessions: listing and ending them. An ended session is refused at its next call. */
import type { SessionView } from "#accounts/contract.ts";
import { messages } from "#accounts/messages.ts";
import { passkeyMessages } from "#accounts/passkey-messages.ts";
import { deviceName } from "#accounts/server/devices/device-name.ts";
import { isBelowOwnLevel, type Moderates, passkeyRequired } from "#accounts/server/passkeys/staff-gate.ts";
import type { AuthMethod } from "#accounts/server/sessions/access-tokens.ts";
import { isUuid, type SessionViewer } from "#accounts/server/sessions/authenticate.ts";
import { requireOwner } from "#accounts/server/sessions/identity.service.ts";
import {
  deleteOwnSession,
  deleteSessionsOf,
  selectSessionsOf,
} from "#accounts/server/sessions/sessions.queries.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";

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

interface Ending {
  password: string | undefined;
  moderates: Moderates;
}

/** Who has the password alone would end the sessions of the second level over and over. */
async function requireLevel(ctx: Context, viewer: SessionViewer, moderates: Moderates): Promise<void> {
  if (await isBelowOwnLevel(ctx, viewer, moderates)) throw passkeyRequired(passkeyMessages.requiredToEnd);
}

/**
 * Ends a session of the user; the calling one needs neither a password nor a passkey.
 * @throws AppError as `requireOwner`; 403 `passkey_required`; 404 when the user has no such session
 */
export async function endOwnSession(
  ctx: Context,
  viewer: SessionViewer,
  id: string,
  { password, moderates }: Ending,
): Promise<void> {
  const isOther = id.toLowerCase() !== viewer.sessionId;
  if (isOther) await requireLevel(ctx, viewer, moderates);
  if (isOther || password) await requireOwner(ctx, viewer, password);
  if (isUuid(id) && (await deleteOwnSession(ctx.db, viewer.id, id))) return;
  throw new AppError(404, "session_not_found", messages.sessionNotFound);
}

/** Ends all sessions of the user except the calling one. @returns their number; throws as {@link endOwnSession} */
export async function endOtherSessions(
  ctx: Context,
  viewer: SessionViewer,
  { password, moderates }: Ending,
): Promise<number> {
  await requireLevel(ctx, viewer, moderates);
  await requireOwner(ctx, viewer, password);
  return deleteSessionsOf(ctx.db, viewer.id, { keep: viewer.sessionId });
}
