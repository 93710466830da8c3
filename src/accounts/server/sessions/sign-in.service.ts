/** Sign-in with a password. Refusals have the same content and duration whether or not the address has an account. */

import { isKnownDevice } from "#accounts/server/devices/known-devices.service.ts";
import { inToldTransaction } from "#accounts/server/mails/security-notices.ts";
import { verifyPassword } from "#accounts/server/passwords/password-hash.ts";
import { passwordWeakness, type Weakness } from "#accounts/server/passwords/password-rules.ts";
import { findSignups } from "#accounts/server/sign-up/signups.service.ts";
import { lockUser, selectUserByEmail } from "#accounts/server/users/users.queries.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { callerOf, networkOf } from "#platform/http/rate-limits.ts";
import { isStillProven } from "./identity.service.ts";
import { type Device, openSession, type SessionView } from "./sessions.service.ts";

/** Milliseconds after confirmation during which a sign-in counts as part of the sign-up. */
const JUST_CONFIRMED_MS = 60 * 60 * 1000;

const invalidCredentials = () => new AppError(400, "invalid_credentials", "Invalid login credentials");

/**
 * Opens a session.
 * @param email in lower case
 * @throws AppError 400 `invalid_credentials`; with the right password `email_not_confirmed` or `user_banned`; 429
 */
export async function signIn(
  ctx: Context,
  email: string,
  password: string,
  device: Device,
): Promise<SessionView & { weak_password: Weakness | null }> {
  const user = await selectUserByEmail(ctx.db, email);
  const isKnown = await isKnownDevice(ctx.db, user?.id, device.proof);
  if (isKnown) {
    await ctx.rateLimits.consume("signInPerKnownDevice", `${email} ${device.proof}`);
  } else {
    await ctx.rateLimits.consume("signInPerAddress", device.ip);
    await countGuess(ctx, email, device.ip);
  }

  if (!user) {
    const waiting = await findSignups(ctx.db, email, password);
    if (waiting.length === 0) throw invalidCredentials();
    throw new AppError(400, "email_not_confirmed", "Email not confirmed");
  }
  const matches = await verifyPassword(user.is_demo ? null : user.password_hash, password);
  if (!matches) throw invalidCredentials();
  if (user.is_blocked) throw new AppError(400, "user_banned", "User is banned");
  // The first sign-in right after confirming the address, perhaps on another device, needs no notice.
  const isJustConfirmed = Date.now() - user.email_confirmed_at.getTime() < JUST_CONFIRMED_MS;
  const isNews = !isKnown && !isJustConfirmed;
  const news = {
    kind: "new-device",
    user: { id: user.id, email, username: user.username },
    userAgent: device.userAgent,
  } as const;
  const session = await inToldTransaction(ctx, isNews ? news : undefined, async (trx) => {
    // If the password changed meanwhile, sessions opened by the old one have ended.
    const proof = { verdict: "proven", passwordHash: user.password_hash } as const;
    if (!(await lockUser(trx, user.id)) || !(await isStillProven(trx, user, proof))) {
      throw invalidCredentials();
    }
    return openSession(ctx, trx, user.id, "password", device);
  });
  return { ...session, weak_password: passwordWeakness(password, { username: user.username, email }) };
}

/**
 * Counts a guess at an address's password from an unknown device, whichever call it uses. When very many networks guess at
 * one account, each may still guess now and then, so that the account is never locked for its owner.
 * @param ip the caller's address
 * @throws AppError 429
 */
export async function countGuess(ctx: Context, email: string, ip: string): Promise<void> {
  await ctx.rateLimits.consume("signInPerAccountAndAddress", `${email} ${callerOf(ip)}`);
  const isGuessed = (await ctx.rateLimits.take("signInPerAccount", email)) > 0;
  if (isGuessed) await ctx.rateLimits.consume("signInPerNetworkWhileGuessed", `${email} ${networkOf(ip)}`);
}
