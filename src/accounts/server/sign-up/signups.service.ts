/** Sign-up: an address is taken only when its owner confirms, and responses do not reveal which addresses have accounts. */
import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { enqueueMail } from "#accounts/server/mails/mail-jobs.ts";
import { selectTokensOfSignups } from "#accounts/server/mails/one-time-tokens.queries.ts";
import { createToken, hashToken } from "#accounts/server/mails/one-time-tokens.ts";
import { hashPassword, verifyPassword } from "#accounts/server/passwords/password-hash.ts";
import { checkNewPassword } from "#accounts/server/passwords/password-rules.ts";
import type { Device } from "#accounts/server/sessions/sessions.service.ts";
import { mergeMetadata } from "#accounts/server/users/user-metadata.ts";
import { type UserView, userView } from "#accounts/server/users/user-view.ts";
import { checkUsername, usernameTaken } from "#accounts/server/users/usernames.ts";
import {
  claimName,
  isNameHeldByOthers,
  lockAddress,
  releaseUnusedNames,
} from "#accounts/server/users/users.queries.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { isAddressTaken } from "./barred-addresses.ts";
import {
  deleteSignups,
  insertSignup,
  type NewSignup,
  type Signup,
  selectLiveSignups,
  updateConfirmationSentAt,
} from "./signups.queries.ts";

/** Pending sign-ups per address; a further one replaces the oldest, so that strangers cannot fill the places. */
const MAX_SIGNUPS_PER_ADDRESS = 5;
/** Number of newest sign-ups that a resend mails again. */
const MAX_RESENT = 3;

export interface SignUpRequest {
  /** In lower case. */
  email: string;
  password: string;
  /** The client's `data`; its `username` is required. */
  data: Record<string, unknown>;
}

/**
 * Signs up an address and mails its confirmation. For an address with an account nothing happens, and the response
 * is the one of the wire contract (section 3.1).
 * @param device caller for the rate limit; the browser that may confirm without the password
 * @throws AppError 422 for username and password, 429
 */
export async function signUp(ctx: Context, request: SignUpRequest, device: Device): Promise<UserView> {
  const { email, password, data } = request;
  // Invalid input does not count against the limit: many users may share an IP address and mistype.
  const username = checkUsername(data.username);
  checkNewPassword(password, { username, email });
  const metadata = mergeMetadata({}, data);
  await ctx.rateLimits.consume("signUpPerAddress", device.ip);
  if (await isNameHeldByOthers(ctx.db, username, email)) throw usernameTaken();
  await ctx.rateLimits.consume("confirmationPerAccount", email);
  const passwordHash = await hashPassword(password);
  const browserHash = device.proof === undefined ? null : hashToken(device.proof);

  // The pace applies to every address, with or without account, so that it reveals nothing.
  const seconds = await ctx.rateLimits.take("confirmationMailPace", email);
  if (seconds) throw mailedTooSoon(seconds);
  try {
    return await inTransaction(ctx.db, (trx) =>
      createSignup(ctx, trx, { email, username, passwordHash, metadata, browserHash }),
    );
  } catch (error) {
    await ctx.rateLimits.forget("confirmationMailPace", email);
    throw error;
  }
}

/**
 * The error when a mail has just been sent to the address.
 * @param seconds until the next may be sent
 * @param message by default the wire contract's (section 1.4)
 * @param field the address's input
 */
export function mailedTooSoon(
  seconds: number,
  message = `For security purposes, you can only request this after ${seconds} seconds.`,
  field?: string,
): AppError {
  const headers = { "retry-after": String(seconds) };
  return new AppError(429, "over_email_send_rate_limit", message, { headers, ...(field && { field }) });
}

async function createSignup(ctx: Context, trx: Transaction<DB>, request: NewSignup): Promise<UserView> {
  await lockAddress(trx, request.email);
  if (await isAddressTaken(ctx, trx, request.email)) return pretendedUser(ctx, request);
  const signup = await addSignup(ctx, trx, request);
  return userView(ctx, { ...signup, email_confirmed_at: null, updated_at: signup.created_at });
}

/**
 * Adds a pending sign-up to an address, which the caller has locked, and mails its confirmation.
 * @throws AppError 422 when the username is taken
 */
export async function addSignup(ctx: Context, trx: Transaction<DB>, request: NewSignup): Promise<Signup> {
  const { email, username } = request;
  const signup = await insertSignup(trx, request);
  if (!(await claimName(trx, username, email, signup.expires_at))) throw usernameTaken();

  const replaced = (await selectLiveSignups(trx, email)).slice(MAX_SIGNUPS_PER_ADDRESS);
  await deleteSignups(trx, replaced);
  await releaseUnusedNames(trx, email);

  const tokenId = await createToken(ctx, trx, { signupId: signup.id }, signup.expires_at);
  await enqueueMail(ctx, trx, tokenId, signup.confirmation_sent_at);
  return signup;
}

/**
 * An address's pending sign-ups with the given password, newest first. Compares at least once, even without sign-ups, so
 * that the duration reveals nothing.
 */
export async function findSignups(db: Kysely<DB>, email: string, password: string): Promise<Signup[]> {
  const waiting = await selectLiveSignups(db, email);
  if (waiting.length === 0) await verifyPassword(null, password);
  const found: Signup[] = [];
  for (const signup of waiting) {
    if (await verifyPassword(signup.password_hash, password)) found.push(signup);
  }
  return found;
}

/** Response for an address with an account; clients recognise it by its empty identities. */
function pretendedUser(ctx: Context, { email, username, metadata }: NewSignup): UserView {
  const now = new Date();
  const times = { confirmation_sent_at: now, created_at: now, updated_at: now };
  const row = { id: randomUUID(), email, username, metadata, email_confirmed_at: null, ...times };
  return { ...userView(ctx, row), role: "", user_metadata: { ...metadata, username }, identities: [] };
}

/**
 * Mails the confirmations of an address's pending sign-ups again.
 * @param ip whom the limit is for
 * @returns 0, or the seconds to wait when the last mail to this address is less than a minute old
 */
export async function resendConfirmation(ctx: Context, email: string, ip: string): Promise<number> {
  await ctx.rateLimits.consume("resendPerAddress", ip);
  await ctx.rateLimits.consume("confirmationPerAccount", email);
  const seconds = await ctx.rateLimits.take("confirmationMailPace", email);
  if (seconds === 0) await inTransaction(ctx.db, (trx) => mailConfirmations(ctx, trx, email));
  return seconds;
}

/** Mails an address's newest sign-ups again, with their original links and expiry. */
export async function mailConfirmations(ctx: Context, trx: Transaction<DB>, email: string): Promise<void> {
  await lockAddress(trx, email);
  const waiting = (await selectLiveSignups(trx, email)).slice(0, MAX_RESENT);
  if (waiting.length === 0) return;
  const ids = waiting.map((signup) => signup.id);
  const now = new Date();
  await updateConfirmationSentAt(trx, ids, now);
  for (const tokenId of await selectTokensOfSignups(trx, ids)) await enqueueMail(ctx, trx, tokenId, now);
}

/**
 * Tells which of the two is taken. A pending sign-up holds its username, never its address.
 * @param ip whom the limit is for
 */
export async function findTakenField(
  ctx: Context,
  username: string,
  email: string,
  ip: string,
): Promise<"username" | "email" | undefined> {
  await ctx.rateLimits.consume("checkUserPerAddress", ip);
  if (await isNameHeldByOthers(ctx.db, username, email)) return "username";
  return (await isAddressTaken(ctx, ctx.db, email)) ? "email" : undefined;
}
