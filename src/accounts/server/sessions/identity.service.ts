/** Re-authentication before actions that a stolen session must not perform. */
import type { Transaction } from "kysely";
import { messages } from "#accounts/messages.ts";
import { verifyPassword } from "#accounts/server/passwords/password-hash.ts";
import { selectPasswordHash } from "#accounts/server/users/users.queries.ts";
import { loginRequired } from "#accounts/server/users/users.service.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import type { SessionViewer } from "./authenticate.ts";
import { selectSessionOrigin } from "./sessions.queries.ts";

/** Seconds after a login or mailed link during which the session needs no re-authentication: as long as a link lives. */
const TRUST_SECONDS = 60 * 60;

/** `proven` carries the checked hash, so that the acting transaction can verify that it still holds. */
export type Proof =
  | { verdict: "proven"; passwordHash: string | null }
  | { verdict: "missing" }
  | { verdict: "wrong" };

/** Whether an account can be entered by a password at all. */
export const hasPassword = async ({ db }: Pick<Context, "db">, userId: string): Promise<boolean> =>
  typeof (await selectPasswordHash(db, userId)) === "string";

/**
 * Whether the password is required: not when a mailed link has just opened this session, nor an issuer or a passkey that of
 * an account without a password.
 */
export async function needsPassword(ctx: Pick<Context, "db">, viewer: SessionViewer): Promise<boolean> {
  const origin = await selectSessionOrigin(ctx.db, viewer.sessionId);
  if (!origin || origin.ageSeconds > TRUST_SECONDS) return true;
  if (["oauth", "passkey"].includes(origin.authMethod)) return hasPassword(ctx, viewer.id);
  return origin.authMethod !== "otp";
}

/** Whether the session is too old to act without the password. @throws AppError 401 when it has ended */
export async function isLoginOld(
  ctx: Pick<Context, "db">,
  { sessionId }: Pick<SessionViewer, "sessionId">,
): Promise<boolean> {
  const origin = await selectSessionOrigin(ctx.db, sessionId);
  if (!origin) throw loginRequired();
  return origin.ageSeconds > TRUST_SECONDS;
}

/** Within the acting transaction, once its user is locked: the session may have ended meanwhile. @throws AppError 401 */
export async function requireOpen(
  trx: Transaction<DB>,
  { sessionId }: Pick<SessionViewer, "sessionId">,
): Promise<void> {
  if (!(await selectSessionOrigin(trx, sessionId))) throw loginRequired();
}

/**
 * Checks the given password, or whether it may be missing. One that is given is always checked, needed or not.
 * @param needed whether it is required
 * @throws AppError 429 when passwords are tried too often in the session, or in all of the account's, 401 when the account no longer exists, 422
 *   `login_too_old` when it has no password to ask for
 */
export async function proveIdentity(
  ctx: Context,
  viewer: Pick<SessionViewer, "id" | "sessionId">,
  password: string | undefined,
  needed: boolean,
): Promise<Proof> {
  const passwordHash = await selectPasswordHash(ctx.db, viewer.id);
  if (passwordHash === undefined) throw loginRequired();
  if (needed && passwordHash === null) throw new AppError(422, "login_too_old", messages.loginTooOld);
  if (needed && !password) return { verdict: "missing" };
  await ctx.rateLimits.consume("passwordPerSession", viewer.sessionId);
  if (password) await ctx.rateLimits.consume("passwordPerAccount", viewer.id);
  if (password && !(await verifyPassword(passwordHash, password, viewer.id))) return { verdict: "wrong" };
  return { verdict: "proven", passwordHash };
}

/** Whether the checked password is still the account's. @param trx must have locked the user */
export async function isStillProven(
  trx: Transaction<DB>,
  viewer: Pick<SessionViewer, "id">,
  proof: Proof & { verdict: "proven" },
): Promise<boolean> {
  return (await selectPasswordHash(trx, viewer.id)) === proof.passwordHash;
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
