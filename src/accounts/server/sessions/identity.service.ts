/** Re-authentication before actions that a stolen session must not perform. */
import type { Transaction } from "kysely";
import { verifyPassword } from "#accounts/server/passwords/password-hash.ts";
import { selectPasswordHash } from "#accounts/server/users/users.queries.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { loginRequired, type SessionViewer } from "./authenticate.ts";
import { selectSessionOrigin } from "./sessions.queries.ts";

/** Seconds after a login or mailed link during which the session needs no re-authentication: as long as a link lives. */
const TRUST_SECONDS = 60 * 60;

/** `proven` carries the checked hash, so that the acting transaction can verify that it still holds. */
export type Proof =
  | { verdict: "proven"; passwordHash: string | null }
  | { verdict: "missing" }
  | { verdict: "wrong" };

/** Whether the password is required: not when a mailed link has just opened this session. */
export async function needsPassword(ctx: Pick<Context, "db">, viewer: SessionViewer): Promise<boolean> {
  const origin = await selectSessionOrigin(ctx.db, viewer.sessionId);
  return !(origin?.authMethod === "otp" && origin.ageSeconds <= TRUST_SECONDS);
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

/**
 * Checks the given password, or whether it may be missing.
 * @param needed whether it is required
 * @throws AppError 429 when an account's password is tried too often, 401 when the account no longer exists
 */
export async function proveIdentity(
  ctx: Context,
  viewer: Pick<SessionViewer, "id">,
  password: string | undefined,
  needed: boolean,
): Promise<Proof> {
  if (needed && !password) return { verdict: "missing" };
  await ctx.rateLimits.consume("changePasswordPerAccount", viewer.id);
  const passwordHash = await selectPasswordHash(ctx.db, viewer.id);
  if (passwordHash === undefined) throw loginRequired();
  if (needed && !(await verifyPassword(passwordHash, password ?? ""))) return { verdict: "wrong" };
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
