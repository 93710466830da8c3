/** Access tokens: ES256 JSON Web Tokens of one hour (wire contract). */
import { errors, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { ACCESS_TOKEN_SECONDS, type SigningKeys, signingKeys } from "#accounts/server/keys/signing-keys.ts";
import type { UserView } from "#accounts/server/users/user-view.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";

const AUDIENCE = "authenticated";

/** The claims that the server uses; all other data is read from the database. */
export interface AccessClaims {
  userId: string;
  sessionId: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** Claims of verified tokens, and by which keys: a page sends the same token with every call. */
const verified = new LRUCache<string, AccessClaims & { keys: SigningKeys }>({ max: 5000 });

/** How a session was opened: by password, mailed token, passkey or issuer. The database allows no other value. */
export type AuthMethod = "password" | "otp" | "passkey" | "oauth";

/** The session of an access token. `startedAt` is the time of authentication. */
export interface TokenSession {
  id: string;
  authMethod: AuthMethod;
  /** Whether the passkey that opened it is still there: the second level. */
  byPasskey: boolean;
  startedAt: Date;
}

/** @returns the signed token and its expiry, in seconds since 1970 */
export async function issueAccessToken(
  ctx: Context,
  user: UserView,
  session: TokenSession,
): Promise<{ token: string; expiresAt: number }> {
  const { current } = await signingKeys(ctx);
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
  const token = await new SignJWT({
    email: user.email,
    phone: "",
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: "authenticated",
    aal: session.byPasskey ? "aal2" : "aal1",
    amr: [{ method: session.authMethod, timestamp: Math.floor(session.startedAt.getTime() / 1000) }],
    session_id: session.id,
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: "ES256", kid: current.kid, typ: "JWT" })
    .setIssuer(`${ctx.config.publicUrl}/auth/v1`)
    .setSubject(user.id)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(current.key);
  return { token, expiresAt };
}

/**
 * Verifies signature and expiry; the caller checks whether session and user still exist.
 * @throws AppError 403 `bad_jwt`
 */
export async function verifyAccessToken(ctx: Context, token: string): Promise<AccessClaims> {
  const keys = await signingKeys(ctx);
  const known = verified.get(token);
  if (known?.keys === keys && known.expiresAt > Date.now() / 1000) return known;
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = keys.verifiers.get(kid ?? "");
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      { algorithms: ["ES256"], audience: AUDIENCE, requiredClaims: ["exp"] },
    );
    const { sub, session_id: sessionId, exp } = payload;
    if (!sub || typeof sessionId !== "string" || !exp) {
      throw new AppError(403, "bad_jwt", "invalid claim: missing sub claim");
    }
    const claims = { userId: sub, sessionId, expiresAt: exp, keys };
    verified.set(token, claims);
    return claims;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw new AppError(
      403,
      "bad_jwt",
      `invalid JWT: unable to parse or verify signature, ${error.code.toLowerCase()}`,
    );
  }
}
