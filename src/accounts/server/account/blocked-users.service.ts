/** Blocked users cannot log in; with their password they can still export their data and delete the account (LGPD, art. 18). */
import { authErrorMessage, messages } from "#accounts/messages.ts";
import type { Device } from "#accounts/server/devices/device.ts";
import { countGuess } from "#accounts/server/passwords/guesses.ts";
import { verifyPassword } from "#accounts/server/passwords/password-hash.ts";
import type { Proof } from "#accounts/server/sessions/identity.service.ts";
import { selectBcryptCost, selectUserByEmail } from "#accounts/server/users/users.queries.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";

interface BlockedUser {
  id: string;
  email: string;
  username: string;
  proof: Proof & { verdict: "proven" };
}

/**
 * Authenticates a blocked user for a single call; opens no session.
 * @param email in lower case
 * @param device whose guess it is, as in signing in
 * @throws AppError 400 `invalid_credentials`; with the right password of an account that is not blocked 409 `not_blocked`; 429
 */
export async function proveBlockedUser(
  ctx: Context,
  { email, password }: { email: string; password: string },
  device: Device,
): Promise<BlockedUser> {
  const user = await selectUserByEmail(ctx.db, email);
  await countGuess(ctx, { email, userId: user?.id }, device);
  const passwordHash = user && !user.is_demo ? user.password_hash : null;
  if (!(await verifyPassword(passwordHash, password, device.ip, await selectBcryptCost(ctx.db))) || !user) {
    const code = "invalid_credentials";
    throw new AppError(400, code, authErrorMessage({ code }) as string);
  }
  if (!user.is_blocked) throw new AppError(409, "not_blocked", messages.notBlocked);
  return { id: user.id, email, username: user.username, proof: { verdict: "proven", passwordHash } };
}
