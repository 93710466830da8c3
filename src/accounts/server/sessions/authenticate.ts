/** Authenticates requests: resolves a session's token or an API key to a user, for all rooms. */
import type { FastifyRequest } from "fastify";
import { messages } from "#accounts/messages.ts";
import {
  type CheckedKey,
  mayRead,
  refusedCredentials,
  requireKey,
} from "#accounts/server/api-keys/key-check.ts";
import { loginRequired } from "#accounts/server/users/users.service.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { type AccessClaims, verifyAccessToken } from "./access-tokens.ts";
import { selectViewer } from "./sessions.queries.ts";

export interface Viewer {
  id: string;
  email: string;
  username: string;
  /** Whether the confirmed e-mail is ADMIN_EMAIL, read from the database; never by an API key. */
  isAdmin: boolean;
  /** Whether a passkey has opened the session, which is then of the second level (decision 68). */
  byPasskey: boolean;
  /** The API key of the call; null in a session. */
  key: Pick<CheckedKey, "id" | "scopes"> | null;
}

/** A user who is logged in. */
export interface SessionViewer extends Viewer {
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
 * Whether a session that an issuer opened is none, because the account has become the admin's since: what binds staff (their
 * level, their keys, that the account stays) must not take it for a member's.
 */
export const isVoid = (
  { config }: Pick<Context, "config">,
  { email, by_issuer }: { email: string; by_issuer: boolean },
): boolean => by_issuer && email === config.adminEmail;

/**
 * The user of the session in a call's `Authorization` header, by one indexed query. Blocking and signing out take effect at once.
 * @throws AppError as the wire contract wants it: 401 `no_authorization`, 403 `bad_jwt`, `user_not_found`,
 *   `user_banned`, `session_not_found`
 */
export async function authenticate(
  ctx: Context,
  request: FastifyRequest,
  fromReplica = false,
): Promise<SessionViewer> {
  const { userId, sessionId } = await claimsOf(ctx, request.headers.authorization);
  const row = await selectViewer(ctx.batchedReads, userId, sessionId, fromReplica);
  if (!row) throw new AppError(403, "user_not_found", "User from sub claim in JWT does not exist");
  if (row.is_blocked) throw new AppError(403, "user_banned", "User is banned");
  if (!row.session_id || isVoid(ctx, row)) {
    throw new AppError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  noteAccount(request, row);
  const { id, email, username, by_passkey: byPasskey } = row;
  const isAdmin = email === ctx.config.adminEmail;
  return { id, email, username, isAdmin, byPasskey, key: null, sessionId };
}

/** Whether a response may contain the account's own data: not for a key without `read`, though it may write. */
export const readsOwn = ({ key }: Viewer): boolean => key === null || mayRead(key);

/** The owner of a call's valid key, whatever its scopes. */
export function ownerOf(key: CheckedKey, request: FastifyRequest): Viewer {
  noteAccount(request, key.owner);
  return { ...key.owner, isAdmin: false, byPasskey: false, key };
}

/** The owner of the key that a call was made with. @throws AppError 401, 403 `key_scope`; undefined without a key */
async function keyViewer(ctx: Context, request: FastifyRequest): Promise<Viewer | undefined> {
  const key = await requireKey(ctx, request);
  return key && ownerOf(key, request);
}

/** The result, or undefined if the work is refused with an `AppError`. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * The caller; null without a valid token, an open session and an account that is not blocked, or a key that reads.
 * @param fromReplica whether a replica may tell while the primary is away (decision 56): only for what everybody may see,
 *   with the caller's own marks
 */
export async function viewerOf(
  ctx: Context,
  request: FastifyRequest,
  fromReplica = false,
): Promise<Viewer | null> {
  if (!request.headers.authorization) return null;
  if (request.apiKey) return mayRead(request.apiKey) ? ((await keyViewer(ctx, request)) ?? null) : null;
  return (await unlessRefused(authenticate(ctx, request, fromReplica))) ?? null;
}

/**
 * Whose call it says it is, and by which session or key. As with {@link claimedId}, a session may have ended; the token is
 * signed.
 */
export async function claimedCaller(
  ctx: Context,
  request: FastifyRequest,
): Promise<{ userId: string; by: string } | undefined> {
  if (request.apiKey) return { userId: request.apiKey.owner.id, by: request.apiKey.id };
  const claims = await unlessRefused(claimsOf(ctx, request.headers.authorization));
  return claims && { userId: claims.userId, by: claims.sessionId };
}

/**
 * The user id of the caller's token or key. A token is read without a look at the database, so it authorises nothing: data
 * read by it may be shown once {@link viewerOf}, called meanwhile, has confirmed the caller.
 */
export async function claimedId(ctx: Context, request: FastifyRequest): Promise<string | undefined> {
  const { authorization } = request.headers;
  if (!authorization) return undefined;
  if (request.apiKey) return mayRead(request.apiKey) ? request.apiKey.owner.id : undefined;
  return (await unlessRefused(claimsOf(ctx, authorization)))?.userId;
}

/**
 * Requires a caller with a session; no API key will do.
 * @throws AppError 401 `unauthorized`; 403 `user_banned` for the blocked
 */
export async function requireSession(ctx: Context, request: FastifyRequest): Promise<SessionViewer> {
  try {
    return await authenticate(ctx, request);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "user_banned") throw new AppError(403, "user_banned", messages.blocked);
    throw refusedCredentials(request) ?? loginRequired();
  }
}

/** Callers whom `admitViewer` has let in, until their handler asks. */
const admitted = new WeakMap<FastifyRequest, Viewer>();

/**
 * Requires a caller with a session, or with an API key that has the route's `keyScope`.
 * @throws AppError as `requireSession`; for keys 401 or 403 `key_scope`
 */
export async function requireViewer(ctx: Context, request: FastifyRequest): Promise<Viewer> {
  const viewer = admitted.get(request);
  admitted.delete(request);
  return viewer ?? (await keyViewer(ctx, request)) ?? requireSession(ctx, request);
}

/**
 * Requires a caller as `requireViewer`, after the body has arrived and before it is validated. The handler follows at once:
 * its own question is answered from here.
 */
export async function admitViewer(ctx: Context, request: FastifyRequest): Promise<void> {
  admitted.set(request, await requireViewer(ctx, request));
}
