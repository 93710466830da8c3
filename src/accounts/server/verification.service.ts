/** Spending the token of a mail: it confirms a sign-up or recovers an account, once, and opens a session. */
import type { Transaction } from "kysely";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database.ts";
import { inTransaction } from "#platform/db.ts";
import { AppError } from "#platform/errors.ts";
import { deleteToken, deleteTokensOf, selectTokenByHash } from "./one-time-tokens.queries.ts";
import { hashToken } from "./one-time-tokens.ts";
import { type Device, openSession, type SessionView } from "./sessions.service.ts";
import { deleteSignupsOf, takeSignup } from "./signups.queries.ts";
import { usernameTaken } from "./usernames.ts";
import { claimName, insertUser, lockAddress, lockUser, releaseNames } from "./users.queries.ts";

export type TokenKind = "confirmation" | "recovery";

/** Also what every other guess gets. */
export const linkExpired = () => new AppError(403, "otp_expired", "Email link is invalid or has expired");

/**
 * Spends a token. Of two at once, one wins.
 * @param token as the link carries it
 * @param kinds which ones the caller means
 * @throws AppError 403 `otp_expired`, `user_banned`; 422 when the name was taken meanwhile
 */
export async function verifyToken(
  ctx: Context,
  token: string,
  kinds: readonly TokenKind[],
  device: Device,
): Promise<{ kind: TokenKind; session: SessionView }> {
  await ctx.limits.consume("verifyPerAddress", device.ip);
  return inTransaction(ctx.db, async (trx) => {
    const found = await selectTokenByHash(trx, hashToken(token));
    const kind = found?.kind as TokenKind;
    if (!found || !kinds.includes(kind)) throw linkExpired();
    let userId: string;
    if (found.signup_id && found.email) {
      userId = await confirmSignup(trx, found.signup_id, found.email);
    } else {
      if (found.is_blocked) throw new AppError(403, "user_banned", "User is banned");
      userId = await spendRecovery(trx, found.user_id, found.id);
    }
    return { kind, session: await openSession(ctx, trx, userId, "otp", device) };
  });
}

/** Spends one of a person's links, and with it the others. Of two links at once, one wins. */
async function spendRecovery(trx: Transaction<DB>, userId: string | null, tokenId: string): Promise<string> {
  if (!userId || !(await lockUser(trx, userId)) || !(await deleteToken(trx, tokenId))) throw linkExpired();
  await deleteTokensOf(trx, userId);
  return userId;
}

/** Makes a person of a sign-up, with its own password and name, and voids the address's others. */
async function confirmSignup(trx: Transaction<DB>, signupId: string, email: string): Promise<string> {
  await lockAddress(trx, email);
  const signup = await takeSignup(trx, signupId);
  if (!signup) throw linkExpired();
  const { id, username, metadata, password_hash: passwordHash } = signup;
  if (!(await claimName(trx, username, email, null))) throw usernameTaken();
  const userId = await insertUser(trx, { id, email, username, passwordHash, metadata });
  if (!userId) throw linkExpired();
  await deleteSignupsOf(trx, email);
  await releaseNames(trx, email, [username]);
  return userId;
}
