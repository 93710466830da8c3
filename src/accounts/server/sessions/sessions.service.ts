/**
 * Sessions: opened by a password, a mailed token, a passkey or an issuer, refreshed by rotating tokens, ended, after the wire
 * contract.
 */
import { randomBytes, randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Device } from "#accounts/server/devices/device.ts";
import { rememberDevice } from "#accounts/server/devices/known-devices.service.ts";
import { ACCESS_TOKEN_SECONDS } from "#accounts/server/keys/signing-keys.ts";
import { type UserView, userView } from "#accounts/server/users/user-view.ts";
import { selectUser, updateLastSignIn } from "#accounts/server/users/users.queries.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError, tooBusy } from "#platform/http/errors.ts";
import { networkOf } from "#platform/http/rate-limits.ts";
import { createFairQueue } from "#platform/queue.ts";
import { type AuthMethod, issueAccessToken, type TokenSession } from "./access-tokens.ts";
import { isVoid } from "./authenticate.ts";
import { exchange } from "./refresh-rotation.ts";
import { formatRefreshToken, isSignedWith, parseRefreshToken, type RefreshToken } from "./refresh-tokens.ts";
import {
  deleteSession,
  deleteSessionsOf,
  insertSession,
  selectSessionForRefresh,
  updateRotation,
} from "./sessions.queries.ts";

const PURPOSE = "refresh key";

/**
 * Refreshes of one session wait for one another, each with a connection, and have no limit: so they have four connections, and
 * networks take turns. What is refused, clients send again.
 */
const inTurn = createFairQueue({
  name: "refreshes",
  running: 4,
  waiting: 480,
  each: 120,
  refusal: tooBusy,
  ownRefusal: tooBusy,
});

/** The response of `/token` and `/verify` (wire contract). */
export type SessionView = Awaited<ReturnType<typeof sessionView>>;

async function sessionView(ctx: Context, user: UserView, session: TokenSession, refreshToken: string) {
  const { token, expiresAt } = await issueAccessToken(ctx, user, session);
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user,
  };
}

/**
 * Opens a session for an authenticated user and remembers the device.
 * @param authMethod how the user authenticated
 * @param passkeyId the passkey by which
 */
export async function openSession(
  ctx: Context,
  trx: Transaction<DB>,
  userId: string,
  authMethod: AuthMethod,
  device: Device,
  passkeyId?: string,
): Promise<SessionView> {
  const id = randomUUID();
  const key = randomBytes(32);
  const startedAt = await insertSession(trx, {
    id,
    user_id: userId,
    refresh_key: ctx.secrets.seal(PURPOSE, key, id),
    auth_method: authMethod,
    passkey_id: passkeyId ?? null,
    user_agent: device.userAgent,
    ip: device.ip,
  });
  const user = await updateLastSignIn(trx, userId);
  await rememberDevice(trx, userId, id, device.proof);
  const session = { id, authMethod, byPasskey: passkeyId !== undefined, startedAt };
  return sessionView(ctx, userView(ctx, user), session, formatRefreshToken(id, 0, key));
}

/**
 * The tokens of a session that is open, as its browser has them already.
 * @returns undefined when it has ended, or is not the user's
 */
export async function resumeSession(
  ctx: Context,
  trx: Transaction<DB>,
  userId: string,
  id: string,
): Promise<SessionView | undefined> {
  const session = await selectSessionForRefresh(trx, id);
  const key = session && openRefreshKey(ctx, session.refresh_key, id);
  const user = await selectUser(trx, userId);
  if (!session || !key || !user || session.user_id !== userId || session.is_blocked) return undefined;
  // Nobody gets for an hour's token what lasts at the second level.
  if (session.passkey_id !== null) return undefined;
  const { auth_method, created_at: startedAt, refresh_counter } = session;
  const token = formatRefreshToken(id, refresh_counter, key);
  return sessionView(
    ctx,
    userView(ctx, user),
    { id, authMethod: auth_method as AuthMethod, byPasskey: session.passkey_id !== null, startedAt },
    token,
  );
}

/** The session's key; undefined when encrypted with another SECRET_KEY. */
function openRefreshKey(ctx: Context, sealed: Uint8Array, sessionId: string): Buffer | undefined {
  try {
    return ctx.secrets.open(PURPOSE, sealed, sessionId);
  } catch {
    return undefined;
  }
}

const notFound = () =>
  new AppError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");

/**
 * Exchanges a refresh token. Refreshes of one session run one at a time. Tabs that send the token just spent get the same
 * new one, a client that lost the response gets another, and a token that proves two holders ends the session
 * (refresh-rotation.ts).
 * @throws AppError 400, as in the wire contract's table, or 503; never 409 or 429, which clients treat as the session's end
 */
export async function refreshSession(ctx: Context, text: string, device: Device): Promise<SessionView> {
  const token = parseRefreshToken(text);
  if (!token) throw new AppError(400, "validation_failed", "Refresh token is not valid");
  // Returned, not thrown: the transaction of a refusal that changes rows must not be rolled back.
  const result = await inTurn(networkOf(device.ip), () =>
    ctx.db.transaction().execute((trx) => rotate(ctx, trx, token, device)),
  );
  if (result instanceof AppError) throw result;
  return result;
}

async function rotate(
  ctx: Context,
  trx: Transaction<DB>,
  token: RefreshToken,
  device: Device,
): Promise<SessionView | AppError> {
  const { sessionId } = token;
  const session = await selectSessionForRefresh(trx, sessionId);
  const key = session && openRefreshKey(ctx, session.refresh_key, sessionId);
  if (!session || !key || !isSignedWith(token, key)) return notFound();
  if (isVoid(ctx, session)) {
    await deleteSession(trx, sessionId);
    return notFound();
  }
  if (session.is_blocked) return new AppError(400, "user_banned", "Invalid Refresh Token: User Banned");

  const before = {
    newest: session.refresh_counter,
    spent: session.refresh_spent,
    first: session.refresh_first,
  };
  const rotation = exchange(before, token.counter, session.seconds_since_refresh);
  if (rotation === "unknown") {
    return new AppError(400, "validation_failed", "Invalid Refresh Token: Not Issued By This Server");
  }
  if (rotation === "reused") {
    await deleteSession(trx, sessionId);
    return new AppError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
  }
  if (rotation !== before) await updateRotation(trx, sessionId, rotation, device);

  const user = await selectUser(trx, session.user_id);
  if (!user) return notFound();
  return sessionView(
    ctx,
    userView(ctx, user),
    {
      id: sessionId,
      authMethod: session.auth_method as AuthMethod,
      byPasskey: session.passkey_id !== null,
      startedAt: session.created_at,
    },
    formatRefreshToken(sessionId, rotation.newest, key),
  );
}

/**
 * Signs out.
 * @param scope all sessions of the user, the calling one, or all but that one
 * @param sparesPasskeys whether those that a passkey opened go on
 */
export async function endSessions(
  ctx: Context,
  viewer: { id: string; sessionId: string },
  scope: "global" | "local" | "others",
  sparesPasskeys: boolean,
): Promise<void> {
  const { id, sessionId } = viewer;
  const keep = scope === "others" ? sessionId : undefined;
  if (scope === "local") await deleteSession(ctx.db, sessionId);
  else await deleteSessionsOf(ctx.db, id, { keep, device: sessionId, sparesPasskeys });
}
