/** Sign-in with a password. Refusals have the same content and duration whether or not the address has an account. */

import type { Device } from "#accounts/server/devices/device.ts";
import { inTransactionWithNotice } from "#accounts/server/mails/security-notices.ts";
import { hasPasskeys } from "#accounts/server/passkeys/passkeys.queries.ts";
import { countGuess } from "#accounts/server/passwords/guesses.ts";
import { bcryptCost, hashPassword, verifyPassword } from "#accounts/server/passwords/password-hash.ts";
import { passwordWeakness, type Weakness } from "#accounts/server/passwords/password-rules.ts";
import { isStillProven } from "#accounts/server/sessions/identity.service.ts";
import { openSession, type SessionView } from "#accounts/server/sessions/sessions.service.ts";
import { findSignups } from "#accounts/server/sign-up/signups.service.ts";
import {
  lockUser,
  replacePasswordHash,
  selectBcryptCost,
  selectPasswordHash,
  selectUserByEmail,
} from "#accounts/server/users/users.queries.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";

/** Milliseconds after confirmation during which a sign-in counts as part of the sign-up. */
const JUST_CONFIRMED_MS = 60 * 60 * 1000;

/** The first sign-in right after confirming the address, perhaps on another device, needs no notice. */
export const isJustConfirmed = (user: { email_confirmed_at: Date }) =>
  Date.now() - user.email_confirmed_at.getTime() < JUST_CONFIRMED_MS;

const invalidCredentials = () => new AppError(400, "invalid_credentials", "Invalid login credentials");

/**
 * Opens a session, and tells whether the account has passkeys: staff are asked for one then.
 * @param email in lower case
 * @throws AppError 400 `invalid_credentials`; with the right password `email_not_confirmed` or `user_banned`; 429
 */
export async function signIn(
  ctx: Context,
  email: string,
  password: string,
  device: Device,
): Promise<SessionView & { weak_password: Weakness | null; has_passkeys: boolean }> {
  const user = await selectUserByEmail(ctx.db, email);
  const isKnown = await countGuess(ctx, { email, userId: user?.id }, device);

  const others = await selectBcryptCost(ctx.db);
  if (!user) {
    const waiting = await findSignups(ctx.db, email, password, device.ip, others);
    if (waiting.length === 0) throw invalidCredentials();
    throw new AppError(400, "email_not_confirmed", "Email not confirmed");
  }
  const stored = user.is_demo ? null : user.password_hash;
  if (!(await verifyPassword(stored, password, device.ip, others))) throw invalidCredentials();
  if (user.is_blocked) throw new AppError(400, "user_banned", "User is banned");
  const passwordHash = await renewed(ctx, user, password, device.ip);
  const isNews = !isKnown && !isJustConfirmed(user);
  const news = {
    kind: "new-device",
    user: { id: user.id, email, username: user.username },
    userAgent: device.userAgent,
  } as const;
  const session = await inTransactionWithNotice(ctx, isNews ? news : undefined, async (trx) => {
    // If the password changed meanwhile, sessions opened by the old one have ended.
    const proof = { verdict: "proven", passwordHash } as const;
    if (!(await lockUser(trx, user.id)) || !(await isStillProven(trx, user, proof))) {
      throw invalidCredentials();
    }
    return openSession(ctx, trx, user.id, "password", device);
  });
  return {
    ...session,
    weak_password: passwordWeakness(password, { username: user.username, email }),
    has_passkeys: await hasPasskeys(ctx.db, user.id),
  };
}

/**
 * Replaces a bcrypt hash, which was moved in, by one of argon2id, once its password is known.
 * @returns the hash to go on with
 * @throws AppError 400 when the password has changed meanwhile
 */
async function renewed(
  ctx: Context,
  { id, password_hash: stored }: { id: string; password_hash: string | null },
  password: string,
  ip: string,
): Promise<string | null> {
  if (stored === null || bcryptCost(stored) === 0) return stored;
  const hash = await hashPassword(password, ip);
  if (await replacePasswordHash(ctx.db, id, stored, hash)) return hash;
  // Another login at the same moment was faster.
  const now = (await selectPasswordHash(ctx.db, id)) ?? null;
  if (!(await verifyPassword(now, password, ip))) throw invalidCredentials();
  return now;
}
