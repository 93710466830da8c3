/**
 * Accounts by issuers: entered, made, linked and unlinked. Who somebody is, issuer and subject say; an address alone opens no
 * account (decision 67).
 */
import type { Transaction } from "kysely";
import type { IdentityList, IssuerAnswer } from "#accounts/identity-contract.ts";
import { identityMessages } from "#accounts/identity-messages.ts";
import { ISSUER_PAGE } from "#accounts/issuer-path.ts";
import { messages } from "#accounts/messages.ts";
import { createUser } from "#accounts/server/account/accounts.service.ts";
import { revokeKeys } from "#accounts/server/api-keys/api-keys.queries.ts";
import type { Device } from "#accounts/server/devices/device.ts";
import { deviceName } from "#accounts/server/devices/device-name.ts";
import { isKnownDevice } from "#accounts/server/devices/known-devices.service.ts";
import { countAsked, takeMail } from "#accounts/server/mails/asked-mails.ts";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import { type ByMail, type IdentityNotice, passkeyNames } from "#accounts/server/mails/notice-mails.ts";
import { deleteTokensOf } from "#accounts/server/mails/one-time-tokens.queries.ts";
import { inTransactionWithNotice } from "#accounts/server/mails/security-notices.ts";
import { selectPasskeyNames } from "#accounts/server/passkeys/passkeys.shared.queries.ts";
import { countGuess } from "#accounts/server/passwords/guesses.ts";
import { verifyPassword } from "#accounts/server/passwords/password-hash.ts";
import { isUuid, type SessionViewer } from "#accounts/server/sessions/authenticate.ts";
import {
  hasPassword,
  isStillProven,
  ownPasswordWrong,
  requireOpen,
  requireOwner,
} from "#accounts/server/sessions/identity.service.ts";
import {
  deleteSession,
  deleteSessionsOf,
  selectSessionOrigin,
} from "#accounts/server/sessions/sessions.queries.ts";
import { openSession, resumeSession, type SessionView } from "#accounts/server/sessions/sessions.service.ts";
import { isJustConfirmed } from "#accounts/server/sign-in/sign-in.service.ts";
import { isAddressTaken } from "#accounts/server/sign-up/barred-addresses.ts";
import { mailedTooSoon } from "#accounts/server/sign-up/signups.service.ts";
import { linkExpired } from "#accounts/server/sign-up/verification.service.ts";
import { checkUsername, usernameTaken } from "#accounts/server/users/usernames.ts";
import {
  claimName,
  deleteFlowsWithAddress,
  isNameHeldByOthers,
  lockAddress,
  lockUser,
  noteEnteredWithoutPassword,
  selectBcryptCost,
  selectUserByEmail,
} from "#accounts/server/users/users.queries.ts";
import { lockAccount } from "#accounts/server/users/users.shared.queries.ts";
import { keepsAWayIn } from "#accounts/server/users/ways-in.ts";
import { isolated } from "#language/isolated.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { deleteFlow, prolongFlow } from "./flows.queries.ts";
import {
  type Answered,
  addressUnverified,
  type BrowserProof,
  beginFlow,
  flowGone,
  isLinkTicket,
  linkTicketOf,
  requireAnswered,
} from "./flows.service.ts";
import {
  deleteIdentity,
  insertIdentity,
  selectIdentitiesOf,
  selectIdentity,
  updateLastUse,
} from "./identities.queries.ts";
import { requireIssuer } from "./issuers.ts";

const conflict = (code: string, message: string) => new AppError(409, code, message);
const taken = () => conflict("identity_already_exists", identityMessages.taken);
const banned = () => new AppError(400, "user_banned", messages.blocked);

/** No issuer opens, makes or links the admin's account. @throws AppError 403 */
function refuseAdmin({ config }: Context, email: string): void {
  if (email === config.adminEmail) throw new AppError(403, "admin_account", identityMessages.adminStays);
}

async function spend(trx: Transaction<DB>, flow: Answered): Promise<void> {
  if (!(await deleteFlow(trx, flow.id))) throw flowGone();
}

interface Owner {
  id: string;
  email: string;
  username: string;
}

/** Links a flow's person to a locked account, and tells its owner. @param byMail as `by_mail` */
async function link(
  ctx: Context,
  trx: Transaction<DB>,
  flow: Answered,
  owner: Owner,
  device: Device,
  byMail?: ByMail,
) {
  await spend(trx, flow);
  await keepIdentity(ctx, trx, flow, owner, device, byMail);
}

async function keepIdentity(
  ctx: Context,
  trx: Transaction<DB>,
  flow: Answered,
  owner: Owner,
  device: Device,
  byMail?: ByMail,
) {
  const { issuer, subject, email } = flow;
  if (!email) throw addressUnverified();
  const others = await otherWaysIn(ctx, trx, owner.id);
  if (!(await insertIdentity(trx, { user_id: owner.id, issuer, subject, email }))) throw taken();
  const linked = { kind: "identity-linked", issuer: flow.site.name, address: email, others } as const;
  const event = { ...linked, ...(byMail && { by_mail: byMail }) };
  await tellOwner(ctx, trx, owner, event, device.userAgent);
}

/** What opens an account without its password, within a sentence; empty without any. */
async function otherWaysIn(ctx: Context, trx: Transaction<DB>, userId: string): Promise<string> {
  const identities = await selectIdentitiesOf(trx, userId);
  const keys = passkeyNames(await selectPasskeyNames(trx, userId));
  return [
    ...identities.map(({ issuer, email }) => `${namesOf(ctx, issuer).name} (${isolated(email)})`),
    ...(keys ? [`chave de acesso ${keys}`] : []),
  ].join("; ");
}

/** How the site and people call an issuer; its host, once the site no longer offers it. */
function namesOf({ config }: Pick<Context, "config">, issuer: string) {
  const site = config.issuers.find(({ url }) => url === issuer);
  return { provider: site?.provider ?? null, name: site?.name ?? new URL(issuer).hostname };
}

const tellOwner = (
  ctx: Context,
  trx: Transaction<DB>,
  owner: Owner,
  event: Pick<IdentityNotice, "kind" | "issuer" | "address" | "others" | "by_mail">,
  userAgent: string | null,
) =>
  enqueueNotice(ctx, trx, owner, { ...event, at: new Date().toISOString(), device: deviceName(userAgent) });

/**
 * Exchanges a browser's code for a session (wire contract, `grant_type=pkce`): of the account that the person opens, or of
 * the one that the issuer is linked to by it.
 * @throws AppError 409 `signup_incomplete` when nobody has an account by this person, and the flow goes on; 400
 *   `bad_code_verifier`, `user_banned`; 403 `admin_account`; 404 `flow_state_not_found`; 409 `identity_already_exists`
 */
export async function enterByIssuer(
  ctx: Context,
  proof: BrowserProof,
  device: Device,
): Promise<{ session: SessionView; isLinking: boolean }> {
  const flow = await requireAnswered(ctx, proof);
  const session = flow.user_id
    ? await linkInSession(ctx, flow, flow.user_id, flow.session_id as string, device)
    : await enterLinked(ctx, flow, device);
  return { session, isLinking: flow.user_id !== null };
}

async function enterLinked(ctx: Context, flow: Answered, device: Device): Promise<SessionView> {
  const found = await selectIdentity(ctx.db, flow);
  if (!found) {
    await prolongFlow(ctx.db, flow.id);
    throw new AppError(409, "signup_incomplete", identityMessages.incomplete);
  }
  refuseAdmin(ctx, found.email);
  const user = { id: found.user_id, email: found.email, username: found.username };
  const isKnown = await isKnownDevice(ctx.db, user.id, device.proof);
  const news = { kind: "new-device", user, userAgent: device.userAgent, issuer: flow.site.name } as const;
  return inTransactionWithNotice(ctx, isKnown || isJustConfirmed(found) ? undefined : news, async (trx) => {
    // Before the flow, as everywhere. It may have been blocked or unlinked meanwhile, and linked to another account.
    const locked = await lockAccount(trx, user.id);
    await spend(trx, flow);
    if (locked?.is_blocked) throw banned();
    if (!locked || (await selectIdentity(trx, flow))?.id !== found.id) throw flowGone();
    await updateLastUse(trx, found.id);
    // Who has the account at the issuer mostly has its mailbox, too.
    if (!isKnown) await noteEnteredWithoutPassword(trx, user.id);
    return openSession(ctx, trx, user.id, "oauth", device);
  });
}

/** The session that began goes on. */
async function linkInSession(
  ctx: Context,
  flow: Answered,
  userId: string,
  sessionId: string,
  device: Device,
) {
  return inTransaction(ctx.db, async (trx) => {
    const user = await lockAccount(trx, userId);
    if (!user) throw flowGone();
    if (user.is_blocked) throw banned();
    refuseAdmin(ctx, user.email);
    await link(ctx, trx, flow, user, device);
    if (!(await selectSessionOrigin(trx, sessionId))) throw flowGone();
    const resumed = await resumeSession(ctx, trx, userId, sessionId);
    if (resumed) return resumed;
    // The browser leaves it, and nobody else is to go on with it.
    await deleteSession(trx, sessionId);
    return openSession(ctx, trx, userId, "oauth", device);
  });
}

/** A flow of signing in. @throws AppError as `requireAnswered`; 403 for the admin's address */
async function requireStranger(ctx: Context, proof: BrowserProof): Promise<Answered> {
  const flow = await requireAnswered(ctx, proof);
  if (flow.user_id || (await selectIdentity(ctx.db, flow))) throw flowGone();
  if (!flow.email) throw addressUnverified();
  refuseAdmin(ctx, flow.email);
  return flow;
}

/** A free username like the issuer's name for the person; null if none is found soon. */
async function suggestUsername(ctx: Context, { name, email }: Answered): Promise<string | null> {
  if (!name) return null;
  for (const suffix of ["", " 2", " 3", " 4"]) {
    try {
      const username = checkUsername(name + suffix);
      if (!(await isNameHeldByOthers(ctx.db, username, email))) return username;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return null;
    }
  }
  return null;
}

/** What a person who opens no account yet can do. @param ip whom the limit is for @throws as `requireStranger`; 429 */
export async function describeStranger(ctx: Context, proof: BrowserProof, ip: string): Promise<IssuerAnswer> {
  await ctx.rateLimits.consume("issuerPerAddress", ip);
  const flow = await requireStranger(ctx, proof);
  const { email, site } = flow;
  const isTaken = await isAddressTaken(ctx, ctx.db, email);
  const username = isTaken ? null : await suggestUsername(ctx, flow);
  return { kind: isTaken ? "existing" : "new", issuer: site.name, email, username };
}

/**
 * Makes an account for a person whose address has none. Pending sign-ups of the address end.
 * @throws AppError as `requireStranger`; 409 `account_exists`; 422 naming `username`; 429
 */
export async function signUpByIssuer(
  ctx: Context,
  proof: BrowserProof,
  typedName: string,
  device: Device,
): Promise<SessionView> {
  const flow = await requireStranger(ctx, proof);
  const username = checkUsername(typedName);
  await ctx.rateLimits.consume("signUpPerAddress", device.ip);
  const { email } = flow;
  return inTransaction(ctx.db, async (trx) => {
    await spend(trx, flow);
    await lockAddress(trx, email);
    if (await isAddressTaken(ctx, trx, email)) throw conflict("account_exists", identityMessages.existing);
    if (!(await claimName(trx, username, email, null))) throw usernameTaken();
    const id = await createUser(trx, { email, username, passwordHash: null });
    if (!id) throw conflict("account_exists", identityMessages.existing);
    await keepIdentity(ctx, trx, flow, { id, email, username }, device);
    return openSession(ctx, trx, id, "oauth", device);
  });
}

/**
 * Links a person to the account of the address, by its password or by the link that was mailed there, in the browser that
 * began.
 * @param onAccount is told whose password or link was tried, also when it is refused
 * @throws AppError as `requireStranger`; 400 `signup_password_wrong` naming `password`, `user_banned`; 403 `otp_expired`; 409; 429
 */
export async function linkExisting(
  ctx: Context,
  proof: BrowserProof,
  { password, ticket }: { password: string | undefined; ticket: string | undefined },
  device: Device,
  onAccount: (email: string) => void,
): Promise<SessionView> {
  const flow = await requireStranger(ctx, proof);
  onAccount(flow.email);
  const user = await selectUserByEmail(ctx.db, flow.email);
  if (ticket !== undefined && !isLinkTicket(ctx, flow.id, user?.password_hash, ticket))
    throw linkExpired(messages.linkExpired);
  // One that is sent is checked, needed or not.
  if (ticket === undefined || password) {
    await countGuess(ctx, { email: flow.email, userId: user?.id }, device);
    const hash = user && !user.is_demo ? user.password_hash : null;
    if (!(await verifyPassword(hash, password ?? "", device.ip, await selectBcryptCost(ctx.db))))
      throw wrongPassword();
  }
  if (!user) throw flowGone();
  return inTransaction(ctx.db, async (trx) => {
    const locked = await lockAccount(trx, user.id);
    if (locked?.is_blocked) throw banned();
    const checked = { verdict: "proven", passwordHash: user.password_hash } as const;
    if (!locked || !(await isStillProven(trx, user, checked))) throw wrongPassword();
    const isByMail = ticket !== undefined && !password;
    if (isByMail) {
      // As a password that follows a recovery would: whoever had the mailbox before keeps nothing open.
      await deleteSessionsOf(trx, user.id);
      await revokeKeys(trx, user.id);
      await deleteTokensOf(trx, user.id);
      await deleteFlowsWithAddress(trx, locked.email, flow.id);
      await noteEnteredWithoutPassword(trx, user.id);
    }
    const hasPassword = user.password_hash !== null;
    await link(ctx, trx, flow, locked, device, isByMail ? { has_password: hasPassword } : undefined);
    return openSession(ctx, trx, user.id, "oauth", device);
  });
}

const wrongPassword = () =>
  new AppError(400, "signup_password_wrong", identityMessages.passwordWrong, { field: "password" });

/**
 * Mails the owner of the address a link that links the person, in the browser that began. Nothing goes where there is no
 * account, which looks the same.
 * @throws AppError as `requireStranger`; 429
 */
export async function mailLink(ctx: Context, proof: BrowserProof, ip: string): Promise<void> {
  const flow = await requireStranger(ctx, proof);
  const { email, site } = flow;
  await countAsked(ctx, "recovery", email, ip);
  const seconds = await takeMail(ctx, "recovery", email, ip);
  if (seconds) throw mailedTooSoon(seconds, messages.resendTooSoon);
  const user = await selectUserByEmail(ctx.db, email);
  if (!user || user.is_demo) return;
  const path = `${ISSUER_PAGE}?link=${linkTicketOf(ctx, flow.id, user.password_hash)}`;
  const addressed = { email, username: user.username };
  await inTransaction(ctx.db, (trx) =>
    enqueueNotice(ctx, trx, addressed, { kind: "identity-link", issuer: site.name, path }),
  );
}

/**
 * Begins to link an issuer in a session.
 * @returns the issuer's page
 * @throws AppError 403 for the admin; 422 naming `password` when the login is old; 429, 503
 */
export async function beginLink(
  ctx: Context,
  viewer: SessionViewer,
  asked: { provider: string; codeChallenge: string; returnPath: string; password: string | undefined },
  ip: string,
): Promise<string> {
  const { provider, password, ...beginning } = asked;
  const issuer = requireIssuer(ctx, provider);
  refuseAdmin(ctx, viewer.email);
  await requireOwner(ctx, viewer, password, identityMessages.passwordNeeded);
  await ctx.rateLimits.consume("linkIssuerPerAccount", viewer.id);
  return beginFlow(ctx, issuer, { ...beginning, linking: viewer }, ip);
}

/** What an account can be entered by, without its recovery mail. */
export async function listIdentities(
  { db, config }: Pick<Context, "db" | "config">,
  userId: string,
): Promise<IdentityList> {
  const rows = await selectIdentitiesOf(db, userId);
  return {
    has_password: await hasPassword({ db }, userId),
    identities: rows.map(({ id, issuer, email, created_at, last_used_at }) => ({
      id,
      ...namesOf({ config }, issuer),
      email,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
    })),
  };
}

/**
 * Unlinks an issuer, and tells the owner by mail.
 * @throws AppError 404 when the user has no such identity; 409 `last_way_in`; 422 naming `password` when the login is old
 */
export async function unlink(
  ctx: Context,
  viewer: SessionViewer,
  id: string,
  password: string | undefined,
  userAgent: string | null,
): Promise<void> {
  const proof = await requireOwner(ctx, viewer, password, identityMessages.passwordNeeded);
  await inTransaction(ctx.db, async (trx) => {
    await lockUser(trx, viewer.id);
    await requireOpen(trx, viewer);
    // The password may have changed meanwhile.
    if (proof && !(await isStillProven(trx, viewer, proof))) throw ownPasswordWrong();
    const { identities } = await listIdentities({ config: ctx.config, db: trx }, viewer.id);
    const going = isUuid(id) ? identities.find((one) => one.id === id.toLowerCase()) : undefined;
    if (!going) throw new AppError(404, "identity_not_found", identityMessages.notFound);
    // One that the site no longer offers opens nothing, nor does any of the admin's.
    const opens = going.provider && viewer.email !== ctx.config.adminEmail;
    if (opens && !(await keepsAWayIn(ctx, trx, viewer)))
      throw conflict("last_way_in", identityMessages.lastWayIn);
    await deleteIdentity(trx, going.id);
    const unlinked = { kind: "identity-unlinked", issuer: going.name, address: going.email } as const;
    await tellOwner(ctx, trx, viewer, unlinked, userAgent);
  });
}
