/** Proving anew that it is the account's person who asks, before what a stolen session must not do. */
import type { Transaction } from "kysely";
import { verifyPassword } from "#accounts/server/passwords/password-hash.ts";
import { selectPasswordHash } from "#accounts/server/users/users.queries.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { loginRequired, type Viewer } from "./authenticate.ts";
import { selectSessionOrigin } from "./sessions.queries.ts";

/** So long after a login, or a mailed link, whoever has the session is taken for who opened it, in seconds: as long as that link lived. */
const TRUST_SECONDS = 60 * 60;

/** `proven` carries the hash that counted, so that the transaction which acts upon it can see whether it still does. */
export type Proof =
  | { verdict: "proven"; passwordHash: string | null }
  | { verdict: "missing" }
  | { verdict: "wrong" };

/** Whether the person must give their password: not when a mailed link opened this session a moment ago. */
export async function needsPassword(ctx: Pick<Context, "db">, viewer: Viewer): Promise<boolean> {
  const origin = await selectSessionOrigin(ctx.db, viewer.sessionId);
  return !(origin?.authMethod === "otp" && origin.ageSeconds <= TRUST_SECONDS);
}

/** Whether the session was opened so long ago that somebody else may have it by now. @throws AppError 401 when it has ended */
export async function isLoginOld(
  ctx: Pick<Context, "db">,
  { sessionId }: Pick<Viewer, "sessionId">,
): Promise<boolean> {
  const origin = await selectSessionOrigin(ctx.db, sessionId);
  if (!origin) throw loginRequired();
  return origin.ageSeconds > TRUST_SECONDS;
}

/**
 * Judges the password that somebody gave, or the lack of one.
 * @param needed whether they must give it
 * @throws AppError 429 when an account's password is tried too often, 401 when the account is gone
 */
export async function proveIdentity(
  ctx: Context,
  viewer: Viewer,
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

/** Whether the password that was judged is still the account's. @param trx one that has locked the person */
export async function isStillProven(
  trx: Transaction<DB>,
  viewer: Pick<Viewer, "id">,
  proof: Proof & { verdict: "proven" },
): Promise<boolean> {
  return (await selectPasswordHash(trx, viewer.id)) === proof.passwordHash;
}
