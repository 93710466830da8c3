/** Sign-up: an address is taken only when its owner confirms, and responses do not reveal which addresses have accounts. */
import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { Device } from "#accounts/server/devices/device.ts";
import { countAsked, forgetPace, takeMail } from "#accounts/server/mails/asked-mails.ts";
import { enqueueMail } from "#accounts/server/mails/mail-jobs.ts";
import { selectTokensOfSignups } from "#accounts/server/mails/one-time-tokens.queries.ts";
import { createToken, hashToken } from "#accounts/server/mails/one-time-tokens.ts";
import { hashPassword, verifyPassword } from "#accounts/server/passwords/password-hash.ts";
import { checkNewPassword } from "#accounts/server/passwords/password-rules.ts";
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
import { networkOf } from "#platform/http/rate-limits.ts";
import { isAddressTaken } from "./barred-addresses.ts";
import {
  deleteSignups,
  insertSignup,
  type NewSignup,
  type Signup,
  selectLiveSignups,
  updateConfirmationSentAt,
} from "./signups.queries.ts";

/** Pending sign-ups per address; a further one replaces another but the first, so that strangers cannot fill the places. */
const MAX_SIGNUPS_PER_ADDRESS = 6;
/** Number of sign-ups that a resend mails again. */
const MAX_RESENT = 3;

/** A sign-up but for the network that it comes from. */
type RequestedSignup = Omit<NewSignup, "networkHash">;

const networkHashOf = ({ secrets }: Pick<Context, "secrets">, ip: string) =>
  secrets.mac("network of a sign-up", networkOf(ip));
const isOfNetworkOf =
  ({ network_hash: one }: Signup) =>
  ({ network_hash: other }: Signup) =>
    one === null || other === null ? one === other : one.equals(other);

/**
 * Those beyond the places of an address, newest first: always the oldest of a network that has the most. The first of all is none
 * of them, and counts for no network: a stranger who knows the address could take its name over otherwise.
 */
function replacedOf(live: readonly Signup[]): Signup[] {
  if (live.length <= MAX_SIGNUPS_PER_ADDRESS) return [];
  const later = live.slice(0, -1);
  const alike = (one: Signup) => later.filter(isOfNetworkOf(one)).length;
  const most = Math.max(...later.map(alike));
  const replaced = later.findLast((one) => alike(one) === most) as Signup;
  return [replaced, ...replacedOf(live.filter((one) => one !== replaced))];
}

interface SignUpRequest {
  /** In lower case. */
  email: string;
  password: string;
  /** The client's `data`; its `username` is required. */
  data: Record<string, unknown>;
}

/**
 * Signs up an address and mails its confirmation. For an address with an account nothing happens, and the response
 * is the one of the wire contract.
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
  await countAsked(ctx, "confirmation", email, device.ip);
  const passwordHash = await hashPassword(password, device.ip);
  const browserHash = device.proof === undefined ? null : hashToken(device.proof);

  // The pace applies to every address, with or without account, so that it reveals nothing.
  const seconds = await takeMail(ctx, "confirmation", email, device.ip);
  if (seconds) throw mailedTooSoon(seconds);
  try {
    return await inTransaction(ctx.db, (trx) =>
      createSignup(ctx, trx, { email, username, passwordHash, metadata, browserHash }, device.ip),
    );
  } catch (error) {
    await forgetPace(ctx, "confirmation", email, device.ip);
    throw error;
  }
}

/**
 * The error when a mail has just been sent to the address.
 * @param seconds until the next may be sent
 * @param message by default the wire contract's
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

async function createSignup(
  ctx: Context,
  trx: Transaction<DB>,
  request: RequestedSignup,
  ip: string,
): Promise<UserView> {
  await lockAddress(trx, request.email);
  if (await isAddressTaken(ctx, trx, request.email)) return pretendedUser(ctx, request);
  const signup = await addSignup(ctx, trx, request, ip);
  return userView(ctx, { ...signup, email_confirmed_at: null, updated_at: signup.created_at });
}

/**
 * Adds a pending sign-up to an address, which the caller has locked, and mails its confirmation.
 * @param ip who signs up
 * @throws AppError 422 when the username is taken
 */
export async function addSignup(
  ctx: Context,
  trx: Transaction<DB>,
  request: RequestedSignup,
  ip: string,
): Promise<Signup> {
  const { email, username } = request;
  const signup = await insertSignup(trx, { ...request, networkHash: networkHashOf(ctx, ip) });
  if (!(await claimName(trx, username, email, signup.expires_at))) throw usernameTaken();

  await deleteSignups(trx, replacedOf(await selectLiveSignups(trx, email)));
  await releaseUnusedNames(trx, email);

  const tokenId = await createToken(ctx, trx, { signupId: signup.id }, signup.expires_at);
  await enqueueMail(ctx, trx, tokenId, signup.confirmation_sent_at);
  return signup;
}

/**
 * An address's pending sign-ups with the given password, newest first. Compares at least once, even without sign-ups, so
 * that the duration reveals nothing.
 * @param caller and others as for {@link verifyPassword}
 */
export async function findSignups(
  db: Kysely<DB>,
  email: string,
  password: string,
  caller: string,
  others = 0,
): Promise<Signup[]> {
  const waiting = await selectLiveSignups(db, email);
  if (waiting.length === 0) await verifyPassword(null, password, caller, others);
  const found: Signup[] = [];
  for (const signup of waiting) {
    if (await verifyPassword(signup.password_hash, password, caller, others)) found.push(signup);
  }
  return found;
}

/** Response for an address with an account; clients recognise it by its empty identities. */
function pretendedUser(ctx: Context, { email, username, metadata }: RequestedSignup): UserView {
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
  await countAsked(ctx, "confirmation", email, ip);
  const seconds = await takeMail(ctx, "confirmation", email, ip);
  if (seconds === 0) await inTransaction(ctx.db, (trx) => mailConfirmations(ctx, trx, email, ip));
  return seconds;
}

/**
 * Mails sign-ups of an address again, with their original links and expiry: the caller's network's newest, the first of all, then
 * the newest of each network, so that strangers' sign-ups do not keep the owner's from being mailed.
 * @param ip who asks
 */
export async function mailConfirmations(
  ctx: Context,
  trx: Transaction<DB>,
  email: string,
  ip: string,
): Promise<void> {
  await lockAddress(trx, email);
  const own = networkHashOf(ctx, ip);
  const live = await selectLiveSignups(trx, email);
  const newerAlike = (one: Signup) => live.slice(0, live.indexOf(one)).filter(isOfNetworkOf(one)).length;
  const placeOf = (one: Signup) => {
    if (one.network_hash?.equals(own) && newerAlike(one) === 0) return -2;
    return one === live.at(-1) ? -1 : newerAlike(one);
  };
  const waiting = live.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(0, MAX_RESENT);
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
