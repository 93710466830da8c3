/** Verification of mailed tokens: each confirms a sign-up or recovers an account, once, and opens a session. */
import type { Transaction } from "kysely";
import type { MailedLinkAnswer } from "#accounts/contract.ts";
import { messages } from "#accounts/messages.ts";
import type { Device } from "#accounts/server/devices/device.ts";
import { deleteToken, deleteTokensOf, selectToken } from "#accounts/server/mails/one-time-tokens.queries.ts";
import { hashToken, type TokenKind } from "#accounts/server/mails/one-time-tokens.ts";
import { verifyPassword } from "#accounts/server/passwords/password-hash.ts";
import { openSession, type SessionView } from "#accounts/server/sessions/sessions.service.ts";
import { usernameTaken } from "#accounts/server/users/usernames.ts";
import {
  claimName,
  deleteFlowsWithAddress,
  insertUser,
  lockAddress,
  lockUser,
  noteEnteredWithoutPassword,
  releaseUnusedNames,
} from "#accounts/server/users/users.queries.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { deleteSignupsOf, takeSignup } from "./signups.queries.ts";

/** The error of every invalid token. @param message by default the wire contract's */
export const linkExpired = (message = "Email link is invalid or has expired") =>
  new AppError(403, "otp_expired", message);

/**
 * Spends a token as the wire contract demands: the token alone suffices. Our own page requires more, see
 * {@link confirmEmail}. Of two concurrent calls one succeeds.
 * @param token from the link
 * @param kinds accepted kinds
 * @throws AppError 403 `otp_expired`, `user_banned`; 422 when the username was taken meanwhile
 */
export async function verifyToken(
  ctx: Context,
  token: string,
  kinds: readonly TokenKind[],
  device: Device,
): Promise<SessionView> {
  await ctx.rateLimits.consume("verifyPerAddress", device.ip);
  return inTransaction(ctx.db, async (trx) => {
    const found = await selectToken(trx, { hash: hashToken(token) });
    if (!found || !kinds.includes(found.kind as TokenKind)) throw linkExpired();
    if (found.is_blocked) throw new AppError(403, "user_banned", "User is banned");
    const userId = found.signup_id
      ? await confirmSignup(trx, found.signup_id, found.email, linkExpired())
      : await spendRecovery(trx, found);
    return openSession(ctx, trx, userId, "otp", device);
  });
}

/** An unspent link to recover an account. @throws AppError 403 `otp_expired`, `user_banned`; 429 */
export async function findRecovery(ctx: Context, token: string, ip: string): Promise<Link> {
  await ctx.rateLimits.consume("verifyPerAddress", ip);
  const link = await selectToken(ctx.db, { hash: hashToken(token) });
  if (!link?.user_id) throw linkExpired(messages.linkExpired);
  if (link.is_blocked) throw new AppError(403, "user_banned", messages.blocked);
  return link;
}

/** Spends a user's link and with it all others, those that let an issuer in too. Of two concurrent calls one succeeds. */
export async function spendRecovery(
  trx: Transaction<DB>,
  { id, user_id: userId, is_mailed: isMailed }: Link,
): Promise<string> {
  const user = userId && (await lockUser(trx, userId));
  if (!user || !(await deleteToken(trx, id))) throw linkExpired();
  await deleteTokensOf(trx, userId);
  await deleteFlowsWithAddress(trx, user.email, null);
  if (isMailed) await noteEnteredWithoutPassword(trx, userId);
  return userId;
}

type Link = NonNullable<Awaited<ReturnType<typeof selectToken>>>;

const isSameBrowser = (link: Link, { proof }: Device) =>
  proof !== undefined && link.browser_hash?.equals(hashToken(proof)) === true;

/**
 * Describes a mailed link without spending it, as mail scanners open every link.
 * @param device the calling browser; the one that signed up needs no password
 * @throws AppError 429
 */
export async function lookUpLink(ctx: Context, token: string, device: Device): Promise<MailedLinkAnswer> {
  await ctx.rateLimits.consume("mailedLinkPerAddress", device.ip);
  const link = await selectToken(ctx.db, { hash: hashToken(token) });
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

/** Input of the page's button. */
interface Confirmation {
  token: string;
  /** Password of the sign-up; required in other browsers than the one that signed up. */
  password: string | undefined;
}

/**
 * Confirms a sign-up for a caller who has its link and proves that the sign-up is their own: otherwise the owner of an
 * address could activate a stranger's password by following the mail.
 * @throws AppError 403 `otp_expired`; 400 on `password` when required or wrong; 422 when the name was taken
 *   meanwhile; 429
 */
export async function confirmEmail(
  ctx: Context,
  { token, password }: Confirmation,
  device: Device,
): Promise<SessionView> {
  await ctx.rateLimits.consume("verifyPerAddress", device.ip);
  const link = await selectToken(ctx.db, { hash: hashToken(token) });
  const signupId = link?.signup_id;
  if (!link || !signupId) throw linkExpired(messages.linkExpired);
  if (password || !isSameBrowser(link, device))
    await checkSignupPassword(ctx, signupId, link, password, device.ip);
  return inTransaction(ctx.db, async (trx) => {
    const userId = await confirmSignup(trx, signupId, link.email, linkExpired(messages.linkExpired));
    return openSession(ctx, trx, userId, "otp", device);
  });
}

async function checkSignupPassword(
  ctx: Context,
  signupId: string,
  link: Link,
  password: string | undefined,
  ip: string,
): Promise<void> {
  const field = "password";
  if (!password) {
    throw new AppError(400, "signup_password_required", messages.signupPasswordRequired, { field });
  }
  await ctx.rateLimits.consume("confirmPerSignup", signupId);
  if (await verifyPassword(link.password_hash, password, ip)) return;
  const message = link.others_waiting ? messages.signupPasswordWrongOfSeveral : messages.signupPasswordWrong;
  throw new AppError(400, "signup_password_wrong", message, { field });
}

/**
 * Turns a sign-up into a user, with its password and name, and deletes the address's other sign-ups.
 * @param expired thrown when the sign-up no longer exists
 * @returns the user's id
 */
async function confirmSignup(
  trx: Transaction<DB>,
  signupId: string,
  email: string,
  expired: AppError,
): Promise<string> {
  await lockAddress(trx, email);
  const signup = await takeSignup(trx, signupId);
  if (!signup) throw expired;
  const { id, username, metadata, password_hash: passwordHash } = signup;
  if (!(await claimName(trx, username, email, null))) throw usernameTaken();
  const userId = await insertUser(trx, { id, email, username, passwordHash, metadata });
  if (!userId) throw expired;
  await deleteSignupsOf(trx, email);
  await releaseUnusedNames(trx, email);
  return userId;
}
