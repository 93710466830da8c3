/** Limits on guesses at passwords. */
import type { Context } from "#platform/context.ts";
import { callerOf, networkOf } from "#platform/http/rate-limits.ts";

/**
 * Counts a guess at an address's password from an unknown device, whichever call it uses. When very many networks guess at
 * one account, each may still guess now and then, so that the account is never locked for its owner.
 * @param ip the caller's address
 * @throws AppError 429
 */
export async function countGuess(ctx: Context, email: string, ip: string): Promise<void> {
  await ctx.rateLimits.consume("signInPerAccountAndAddress", `${email} ${callerOf(ip)}`);
  const isLimitReached = (await ctx.rateLimits.take("signInPerAccount", email)) > 0;
  if (isLimitReached)
    await ctx.rateLimits.consume("signInPerNetworkWhileGuessed", `${email} ${networkOf(ip)}`);
}
