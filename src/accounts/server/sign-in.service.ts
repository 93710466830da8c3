/** Signing in with a password: refusals tell and take the same whether the address has an account or not. */
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/db.ts";
import { AppError } from "#platform/errors.ts";
import { callerOf } from "#platform/limits.ts";
import { verifyPassword } from "./password-hash.ts";
import { passwordWeakness, type Weakness } from "./password-rules.ts";
import { type Device, openSession, type SessionView } from "./sessions.service.ts";
import { findSignups } from "./signups.service.ts";
import { selectUserByEmail } from "./users.queries.ts";

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
  const caller = callerOf(device.ip);
  await ctx.limits.consume("signInPerAddress", caller);
  await countGuess(ctx, email, caller);

  const user = await selectUserByEmail(ctx.db, email);
  if (!user) {
    const waiting = await findSignups(ctx.db, email, password);
    throw waiting.length ? notConfirmed() : invalidCredentials();
  }
  const matches = await verifyPassword(user.is_demo ? null : user.password_hash, password);
  if (!matches) throw invalidCredentials();
  if (user.is_blocked) throw new AppError(400, "user_banned", "User is banned");
  const session = await inTransaction(ctx.db, (trx) => openSession(ctx, trx, user.id, "password", device));
  return { ...session, weak_password: passwordWeakness(password, { username: user.username, email }) };
}

/**
 * Counts a guess of the password that belongs to an address, whichever call it comes by.
 * @param caller as `callerOf` names it
 * @throws AppError 429
 */
export async function countGuess(ctx: Context, email: string, caller: string): Promise<void> {
  await ctx.limits.consume("signInPerAccountAndAddress", `${email} ${caller}`);
  await ctx.limits.consume("signInPerAccount", email);
}

const notConfirmed = () => new AppError(400, "email_not_confirmed", "Email not confirmed");
