/** Limits on guesses at passwords. */
import type { Device } from "#accounts/server/devices/device.ts";
import { isKnownDevice } from "#accounts/server/devices/known-devices.service.ts";
import type { Context } from "#platform/context.ts";
import { callerOf, networkOf } from "#platform/http/rate-limits.ts";

/**
 * Counts a guess at an address's password, whichever call it uses: of a device that has logged in to the account before by
 * itself, so that strangers' guesses do not keep its owner out. When very many networks guess at one account, each may still
 * guess now and then, so that the account is never locked for its owner.
 * @param userId of the address's account; undefined when there is none
 * @returns whether the device is known
 * @throws AppError 429
 */
export async function countGuess(
  ctx: Context,
  { email, userId }: { email: string; userId?: string | undefined },
  { ip, proof }: Pick<Device, "ip" | "proof">,
): Promise<boolean> {
  const { rateLimits } = ctx;
  const isKnown = await isKnownDevice(ctx.db, userId, proof);
  // Beyond its own count it is a stranger: whoever has copied what it is known by must not keep its owner out.
  // So it is once all that are known have guessed often: an issuer or a passkey makes any number of them known.
  const isWithin =
    userId !== undefined &&
    isKnown &&
    (await rateLimits.take("signInPerKnownDevice", `${email} ${proof}`)) === 0 &&
    (await rateLimits.take("passwordPerAccount", userId)) === 0;
  if (isWithin) return isKnown;
  await rateLimits.consume("signInPerAddress", ip);
  await rateLimits.consume("signInPerAccountAndAddress", `${email} ${callerOf(ip)}`);
  const isLimitReached = (await rateLimits.take("signInPerAccount", email)) > 0;
  if (isLimitReached) await rateLimits.consume("signInPerNetworkWhileGuessed", `${email} ${networkOf(ip)}`);
  return isKnown;
}
