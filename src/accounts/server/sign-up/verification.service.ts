/** The tokens of mails: what they are for, and spending them. One confirms a sign-up or recovers an account, once, and opens a session. */
import type { Transaction } from "kysely";
import type { MailedLinkAnswer } from "#accounts/contract.ts";
import { messages } from "#accounts/messages.ts";
import {
  deleteToken,
  deleteTokensOf,
  selectLink,
  selectTokenByHash,
} from "#accounts/server/mails/one-time-tokens.queries.ts";
import { hashToken, type TokenKind } from "#accounts/server/mails/one-time-tokens.ts";
import { verifyPassword } from "#accounts/server/passwords/password-hash.ts";
import { type Device, openSession, type SessionView } from "#accounts/server/sessions/sessions.service.ts";
import { usernameTaken } from "#accounts/server/users/usernames.ts";
import {
  claimName,
  insertUser,
  lockAddress,
  lockUser,
  releaseNames,
} from "#accounts/server/users/users.queries.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { deleteSignupsOf, takeSignup } from "./signups.queries.ts";

/** Also what every other guess gets. @param message the wire contract's, unless a person reads it */
export const linkExpired = (message = "Email link is invalid or has expired") =>
  new AppError(403, "otp_expired", message);

/**
 * Spends a token, by the wire contract: whoever calls this by themselves with what was mailed to them confirms. Our own
 * page asks for more, see {@link confirmEmail}. Of two at once, one wins.
 * @param token as the link carries it
 * @param kinds which ones the caller means
 * @throws AppError 403 `otp_expired`, `user_banned`; 422 when the name was taken meanwhile
 */
export async function verifyToken(
  ctx: Context,
  token: string,
  kinds: readonly TokenKind[],
  device: Device,
): Promise<SessionView> {
  await ctx.rateLimits.consume("verifyPerAddress", device.ip);
  return inTransaction(ctx.db, async (trx) => {
    const found = await selectTokenByHash(trx, hashToken(token));
    if (!found || !kinds.includes(found.kind as TokenKind)) throw linkExpired();
    let userId: string | undefined;
    if (found.signup_id && found.email) {
      userId = await confirmSignup(trx, found.signup_id, found.email);
      if (!userId) throw linkExpired();
    } else {
      if (found.is_blocked) throw new AppError(403, "user_banned", "User is banned");
      userId = await spendRecovery(trx, found.user_id, found.id);
    }
    return openSession(ctx, trx, userId, "otp", device);
  });
}

/** Spends one of a person's links, and with it the others. Of two links at once, one wins. */
async function spendRecovery(trx: Transaction<DB>, userId: string | null, tokenId: string): Promise<string> {
  if (!userId || !(await lockUser(trx, userId)) || !(await deleteToken(trx, tokenId))) throw linkExpired();
  await deleteTokensOf(trx, userId);
  return userId;
}

/** A live link, or undefined. */
type Link = Awaited<ReturnType<typeof selectLink>>;

const isSameBrowser = (link: NonNullable<Link>, { proof }: Device) =>
  proof !== undefined && link.browser_hash?.equals(hashToken(proof)) === true;

/**
 * Says what a mailed link is for and whom it names. Nothing changes: scanners look behind every link.
 * @param device the asking browser; the one that signed up need not type the password again
 * @throws AppError 429
 */
export async function lookUpLink(ctx: Context, token: string, device: Device): Promise<MailedLinkAnswer> {
  await ctx.rateLimits.consume("mailedLinkPerAddress", device.ip);
  const link = await selectLink(ctx.db, hashToken(token));
  if (!link) return { kind: "none" };
  const { email, username, signed_up_at: signedUpAt } = link;
  if (!signedUpAt) return { kind: "recovery", email, username };
  return {
    kind: "confirmation",
    email,
    username,
    signed_up_at: signedUpAt.toISOString(),
    others_waiting: link.others_waiting,
    needs_password: !isSameBrowser(link, device),
  };
}

/** What our page sends when its button is pressed. */
export interface Confirmation {
  token: string;
  /** Of the sign-up, from any browser but the one that signed up. */
  password: string | undefined;
}

/**
 * Confirms a sign-up for whoever has its link and shows that it is their own: otherwise the owner of an address, who only
 * reads their mail, would put a stranger's password into force.
 * @throws AppError 403 `otp_expired`; 400 on `password` when it is asked for, or wrong; 422 when the name was taken
 *   meanwhile; 429
 */
export async function confirmEmail(
  ctx: Context,
  { token, password }: Confirmation,
  device: Device,
): Promise<SessionView> {
  await ctx.rateLimits.consume("verifyPerAddress", device.ip);
  const link = await selectLink(ctx.db, hashToken(token));
  const signupId = link?.signup_id;
  if (!link || !signupId) throw linkExpired(messages.linkExpired);
  if (!isSameBrowser(link, device)) await checkSignupPassword(ctx, signupId, link, password);
  return inTransaction(ctx.db, async (trx) => {
    const userId = await confirmSignup(trx, signupId, link.email);
    if (!userId) throw linkExpired(messages.linkExpired);
    return openSession(ctx, trx, userId, "otp", device);
  });
}

async function checkSignupPassword(
  ctx: Context,
  signupId: string,
  link: NonNullable<Link>,
  password: string | undefined,
): Promise<void> {
  const field = "password";
  if (!password) {
    throw new AppError(400, "signup_password_required", messages.signupPasswordRequired, { field });
  }
  await ctx.rateLimits.consume("confirmPerSignup", signupId);
  if (await verifyPassword(link.password_hash, password)) return;
  const message = link.others_waiting ? messages.signupPasswordWrongOfSeveral : messages.signupPasswordWrong;
  throw new AppError(400, "signup_password_wrong", message, { field });
}

/**
 * Makes a person of a sign-up, with its own password and name, and voids the address's others.
 * @returns the person's id, or undefined when the sign-up is gone
 */
async function confirmSignup(
  trx: Transaction<DB>,
  signupId: string,
  email: string,
): Promise<string | undefined> {
  await lockAddress(trx, email);
  const signup = await takeSignup(trx, signupId);
  if (!signup) return undefined;
  const { id, username, metadata, password_hash: passwordHash } = signup;
  if (!(await claimName(trx, username, email, null))) throw usernameTaken();
  const userId = await insertUser(trx, { id, email, username, passwordHash, metadata });
  if (!userId) return undefined;
  await deleteSignupsOf(trx, email);
  await releaseNames(trx, email, [username]);
  return userId;
}
