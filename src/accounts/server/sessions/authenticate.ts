/** Authenticates requests: resolves a bearer token to a user, for all rooms. */
import type { FastifyRequest } from "fastify";
import { messages } from "#accounts/messages.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { type AccessClaims, verifyAccessToken } from "./access-tokens.ts";
import { selectViewer } from "./sessions.queries.ts";

export interface Viewer {
  id: string;
  email: string;
  username: string;
  /** Whether the confirmed e-mail is ADMIN_EMAIL, read from the database. */
  isAdmin: boolean;
  sessionId: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a well-formed user id; PostgreSQL raises an error for others. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The claims of a token with a valid signature. */
async function claimsOf(ctx: Context, authorization: string | undefined): Promise<AccessClaims> {
  const token = authorization?.match(/^bearer (\S+)$/i)?.[1];
  if (!token) throw new AppError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  return verifyAccessToken(ctx, token);
}

/** Stores the caller for access records and security events. */
export function noteAccount(request: FastifyRequest, { id, email }: { id: string; email: string }): void {
  request.accountId = id;
  request.accountEmail = email;
}

/**
 * The user of a call's `Authorization` header, by one indexed query. Blocking and signing out take effect at once.
 * @throws AppError as the wire contract wants it (section 1.4): 401 `no_authorization`, 403 `bad_jwt`, `user_not_found`,
 *   `user_banned`, `session_not_found`
 */
export async function authenticate(ctx: Context, request: FastifyRequest): Promise<Viewer> {
  const { userId, sessionId } = await claimsOf(ctx, request.headers.authorization);
  const row = await selectViewer(ctx.batchedReads, userId, sessionId);
  if (!row) throw new AppError(403, "user_not_found", "User from sub claim in JWT does not exist");
  if (row.is_blocked) throw new AppError(403, "user_banned", "User is banned");
  if (!row.session_id) {
    throw new AppError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  noteAccount(request, row);
  const { id, email, username } = row;
  return { id, email, username, isAdmin: email === ctx.config.adminEmail, sessionId };
}

/** Undefined in place of what a caller may be refused with. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** The caller; null without a valid token, an open session and an account that is not blocked. */
export async function viewerOf(ctx: Context, request: FastifyRequest): Promise<Viewer | null> {
  if (!request.headers.authorization) return null;
  return (await unlessRefused(authenticate(ctx, request))) ?? null;
}

/**
 * The user id in the caller's token, without a look at the database. It authorises nothing: data read by it may be shown
 * once {@link viewerOf}, called meanwhile, has confirmed the caller.
 */
export async function claimedId(ctx: Context, request: FastifyRequest): Promise<string | undefined> {
  const { authorization } = request.headers;
  if (!authorization) return undefined;
  return (await unlessRefused(claimsOf(ctx, authorization)))?.userId;
}

/** The error when nobody is signed in, or the session or the account has ended. */
export function loginRequired(): AppError {
  return new AppError(401, "unauthorized", messages.loginRequired);
}

/**
 * Requires a signed-in caller.
 * @throws AppError 401 `unauthorized`; 403 `user_banned` for the blocked
 */
export async function requireViewer(ctx: Context, request: FastifyRequest): Promise<Viewer> {
  try {
    return await authenticate(ctx, request);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "user_banned") throw new AppError(403, "user_banned", messages.blocked);
    throw loginRequired();
  }
}
