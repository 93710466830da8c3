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

/**
 * The user of an `Authorization` header, by one indexed query. Blocking and signing out take effect at once.
 * @throws AppError as the wire contract wants it (section 1.4): 401 `no_authorization`, 403 `bad_jwt`, `user_not_found`,
 *   `user_banned`, `session_not_found`
 */
export async function authenticate(ctx: Context, authorization: string | undefined): Promise<Viewer> {
  const { userId, sessionId } = await claimsOf(ctx, authorization);
  const row = await selectViewer(ctx.batchedReads, userId, sessionId);
  if (!row) throw new AppError(403, "user_not_found", "User from sub claim in JWT does not exist");
  if (row.is_blocked) throw new AppError(403, "user_banned", "User is banned");
  if (!row.session_id) {
    throw new AppError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  const { id, email, username } = row;
  return { id, email, username, isAdmin: email === ctx.config.adminEmail, sessionId };
}

/** Stores the caller for access records and security events. */
export function noteAccount(request: FastifyRequest, { id, email }: { id: string; email: string }): void {
  request.accountId = id;
  request.accountEmail = email;
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

/** The caller, or null for the anonymous and for whoever's token, session or account no longer counts. */
export async function viewerOf(ctx: Context, request: FastifyRequest): Promise<Viewer | null> {
  const { authorization } = request.headers;
  if (!authorization) return null;
  const viewer = await unlessRefused(authenticate(ctx, authorization));
  if (viewer) noteAccount(request, viewer);
  return viewer ?? null;
}

/**
 * Whose token the caller has. It alone lets nobody in: what is read by it may be shown when {@link viewerOf}, asked
 * meanwhile, says that they still are who they were.
 */
export async function claimedId(ctx: Context, request: FastifyRequest): Promise<string | undefined> {
  const { authorization } = request.headers;
  if (!authorization) return undefined;
  return (await unlessRefused(claimsOf(ctx, authorization)))?.userId;
}

/** Says 401: nobody is signed in, or who was is no longer there. */
export function loginRequired(): AppError {
  return new AppError(401, "unauthorized", messages.loginRequired);
}

/**
 * Requires a signed-in caller.
 * @throws AppError 401 `unauthorized`; 403 `user_banned` for the blocked
 */
export async function requireViewer(ctx: Context, request: FastifyRequest): Promise<Viewer> {
  try {
    const viewer = await authenticate(ctx, request.headers.authorization);
    noteAccount(request, viewer);
    return viewer;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "user_banned") throw new AppError(403, "user_banned", messages.blocked);
    throw loginRequired();
  }
}
