/** One's own sessions: what a person sees of them, and ending them. Ended sessions are refused at their next call. */
import type { SessionView } from "#accounts/contract.ts";
import { messages } from "#accounts/messages.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/errors.ts";
import { isUuid, type Viewer } from "./authenticate.ts";
import { deviceName } from "./device-name.ts";
import { deleteOwnSession, deleteSessionsOf, selectSessionsOf } from "./sessions.queries.ts";

/** Nobody reads a longer list; ending all others reaches the rest. */
const MAX_LISTED = 100;

/** Where a person is logged in: here first, then the latest used. */
export async function listSessions(ctx: Context, viewer: Viewer): Promise<SessionView[]> {
  const rows = await selectSessionsOf(ctx.db, viewer.id, viewer.sessionId, MAX_LISTED);
  return rows.map((row) => ({
    id: row.id,
    current: row.id === viewer.sessionId,
    device: deviceName(row.user_agent),
    ip: row.ip,
    created_at: row.created_at.toISOString(),
    last_used_at: row.refreshed_at.toISOString(),
  }));
}

/** @throws AppError 404 when the person has no such session (any more) */
export async function endOwnSession(ctx: Context, viewer: Viewer, id: string): Promise<void> {
  if (isUuid(id) && (await deleteOwnSession(ctx.db, viewer.id, id))) return;
  throw new AppError(404, "session_not_found", messages.sessionNotFound);
}

/** Ends every session of the person but the one that asks. @returns how many */
export async function endOtherSessions(ctx: Context, viewer: Viewer): Promise<number> {
  return deleteSessionsOf(ctx.db, viewer.id, viewer.sessionId);
}
