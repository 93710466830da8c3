/** Changes of one's own account: password, username, client metadata. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { messages } from "#accounts/messages.ts";
import { revokeKeys } from "#accounts/server/api-keys/api-keys.queries.ts";
import type { Device } from "#accounts/server/devices/device.ts";
import { rememberDevice } from "#accounts/server/devices/known-devices.service.ts";
import { passkeyNames } from "#accounts/server/mails/notice-mails.ts";
import { deleteTokensOf } from "#accounts/server/mails/one-time-tokens.queries.ts";
import { inTransactionWithNotice } from "#accounts/server/mails/security-notices.ts";
import { selectPasskeyNames } from "#accounts/server/passkeys/passkeys.shared.queries.ts";
import { isExempt } from "#accounts/server/passkeys/staff-gate.ts";
import { hashPassword, verifyPassword } from "#accounts/server/passwords/password-hash.ts";
import { checkNewPassword } from "#accounts/server/passwords/password-rules.ts";
import type { SessionViewer } from "#accounts/server/sessions/authenticate.ts";
import {
  isStillProven,
  needsPassword,
  type Proof,
  proveIdentity,
  requireOpen,
} from "#accounts/server/sessions/identity.service.ts";
import { deleteSessionsOf, selectSessionOrigin } from "#accounts/server/sessions/sessions.queries.ts";
import { findRecovery, linkExpired, spendRecovery } from "#accounts/server/sign-up/verification.service.ts";
import { mergeMetadata } from "#accounts/server/users/user-metadata.ts";
import { type UserRow, type UserView, userView } from "#accounts/server/users/user-view.ts";
import { checkUsername, usernameTaken } from "#accounts/server/users/usernames.ts";
import {
  claimName,
  deleteFlowsOf,
  deleteIdentitiesOf,
  hasIdentities,
  lockUser,
  releaseUnusedNames,
  selectUser,
  selectUserByEmail,
  updateUser,
} from "#accounts/server/users/users.queries.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";

interface AccountChanges {
  password?: string | undefined;
  currentPassword?: string | undefined;
  /** User agent of the caller; named in the notice when the password changes. */
  userAgent?: string | null | undefined;
  /** Merged into the account's metadata; `username` changes the name. */
  data?: Record<string, unknown> | undefined;
}

const userGone = () => new AppError(403, "user_not_found", "User from sub claim in JWT does not exist");

/** The user in the wire format. */
export async function readAccount(ctx: Context, userId: string): Promise<UserView> {
  const user = await selectUser(ctx.db, userId);
  if (!user) throw userGone();
  return userView(ctx, user);
}

/**
 * Applies all changes or none. A new password ends the user's other sessions and keys, invalidates mailed tokens and unlinks
 * issuers: whoever linked one may be who knew the old password, or had the address in a name of theirs.
 * @throws AppError as in the wire contract, 422 for a name, 429
 */
export async function changeAccount(
  ctx: Context,
  viewer: SessionViewer,
  changes: AccountChanges,
): Promise<UserView> {
  const { password, currentPassword, data, userAgent = null } = changes;
  // A new password is how somebody takes the account back: other changes must not use it up.
  if (data || password === undefined) await ctx.rateLimits.consume("changeAccountPerAccount", viewer.id);
  const renamed =
    data && "username" in data
      ? checkUsername(data.username, { username: viewer.username, isExempt: await isExempt(ctx, viewer) })
      : undefined;
  if (renamed !== undefined && renamed !== viewer.username)
    await ctx.rateLimits.consume("renamePerAccount", viewer.id);
  if (password === undefined && currentPassword)
    requireRight(await proveIdentity(ctx, viewer, currentPassword, false));
  const replacement =
    password === undefined
      ? undefined
      : await replacePassword(ctx, viewer, password, currentPassword, renamed ?? viewer.username);

  const news = replacement && {
    kind: "password-changed" as const,
    user: viewer,
    userAgent,
    passkeys: passkeyNames(await selectPasskeyNames(ctx.db, viewer.id)),
    unlinks: replacement.unlinks && (await hasIdentities(ctx.db, viewer.id)),
  };
  const user = await inTransactionWithNotice(ctx, news, async (trx) => {
    const row = await lockUser(trx, viewer.id);
    if (!row) throw userGone();
    if (replacement) {
      // The password changed in between, which ended this session: the check is outdated.
      if (!(await isStillProven(trx, viewer, replacement.proof))) throw wrongPassword();
      await requireOpen(trx, viewer);
      await endAccess(trx, viewer.id, { keep: viewer.sessionId, unlinks: replacement.unlinks });
    }
    if (renamed !== undefined && !(await claimName(trx, renamed, row.email, null, row.username)))
      throw usernameTaken();
    await updateUser(trx, viewer.id, {
      ...(replacement && { passwordHash: replacement.hash }),
      ...(renamed !== undefined && { username: renamed }),
      ...(data && { metadata: mergeMetadata(row.metadata, data) }),
    });
    if (renamed !== undefined) await releaseUnusedNames(trx, row.email);
    return (await selectUser(trx, viewer.id)) as UserRow;
  });
  // Cached pages show the old name.
  if (renamed !== undefined) ctx.responseCache.clear();
  return userView(ctx, user);
}

/** Ends what opens an account besides its password and its passkeys. @param keep the session that goes on */
async function endAccess(
  trx: Transaction<DB>,
  userId: string,
  { keep, unlinks }: { keep?: string; unlinks: boolean },
): Promise<void> {
  await deleteSessionsOf(trx, userId, { keep });
  await revokeKeys(trx, userId);
  await deleteTokensOf(trx, userId);
  await deleteFlowsOf(trx, userId);
  if (unlinks) await deleteIdentitiesOf(trx, userId);
}

/**
 * Sets the password by the link that a recovery mailed. In one transaction: with a session in between, whoever has another one
 * could end that, over and over, and the link would be spent.
 * @param input.token from the link
 * @returns whose password it is
 * @throws AppError 403 `otp_expired`, `user_banned`; 422 `weak_password`, `same_password`; 429
 */
export async function resetPassword(
  ctx: Context,
  { token, password }: { token: string; password: string },
  device: Device,
): Promise<{ id: string; email: string }> {
  const link = await findRecovery(ctx, token, device.ip);
  const { email, username } = link;
  const user = await selectUserByEmail(ctx.db, email);
  if (!user) throw linkExpired(messages.linkExpired);
  const { id } = user;
  checkNewPassword(password, { username, email });
  if (await verifyPassword(user.password_hash, password, id)) throw samePassword();
  const passwordHash = await hashPassword(password, id);
  const news = {
    kind: "password-changed" as const,
    user: { id, email, username },
    userAgent: device.userAgent,
    passkeys: passkeyNames(await selectPasskeyNames(ctx.db, id)),
    unlinks: await hasIdentities(ctx.db, id),
  };
  await inTransactionWithNotice(ctx, news, async (trx) => {
    await spendRecovery(trx, link);
    await endAccess(trx, id, { unlinks: true });
    await updateUser(trx, id, { passwordHash });
    await rememberDevice(trx, id, randomUUID(), device.proof);
  });
  return { id, email };
}

const samePassword = () =>
  new AppError(422, "same_password", "New password should be different from the old password.", {
    field: "password",
  });

const refusedCurrent = (code: string, message: string) =>
  new AppError(400, code, message, { field: "current_password" });

const wrongPassword = () => refusedCurrent("current_password_invalid", "Current password is incorrect");

/** @throws AppError 400 for a password that is missing or wrong */
function requireRight(proof: Proof): Proof & { verdict: "proven" } {
  if (proof.verdict === "missing")
    throw refusedCurrent("current_password_required", "Current password required when setting new password.");
  if (proof.verdict === "wrong") throw wrongPassword();
  return proof;
}

/**
 * Checks that the user may set this password.
 * @param username the username after the change
 * @returns its hash, the proof of identity, and whether issuers are unlinked
 */
async function replacePassword(
  ctx: Context,
  viewer: SessionViewer,
  password: string,
  current: string | undefined,
  username: string,
) {
  checkNewPassword(password, { username, email: viewer.email });
  const isAsked = await needsPassword(ctx, viewer);
  const proof = requireRight(await proveIdentity(ctx, viewer, current, isAsked));
  if (await verifyPassword(proof.passwordHash, password, viewer.id)) throw samePassword();
  if (isAsked) await ctx.rateLimits.consume("newPasswordPerAccount", viewer.id);
  // Who makes a first password in a session of the issuer's own goes on with both.
  const origin = await selectSessionOrigin(ctx.db, viewer.sessionId);
  const unlinks = proof.passwordHash !== null || origin?.authMethod !== "oauth";
  return { hash: await hashPassword(password, viewer.id), proof, unlinks };
}
