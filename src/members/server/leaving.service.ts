/** Leaving for good: what a person is told will go, and the deletion of their own account. */

import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import { loginRequired, type Viewer } from "#accounts/server/sessions/authenticate.ts";
import {
  isStillProven,
  needsPassword,
  type Proof,
  proveIdentity,
} from "#accounts/server/sessions/identity.service.ts";
import { barAddress } from "#accounts/server/sign-up/barred-addresses.ts";
import type { BlockedUser } from "#accounts/server/users/blocked-users.service.ts";
import { lockAccount } from "#accounts/server/users/users.service.ts";
import type { Footprint } from "#members/contract.ts";
import { messages } from "#members/messages.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { AppError } from "#platform/http/errors.ts";
import { countBelongings } from "./members.queries.ts";
import { removeUser } from "./removal.service.ts";

/** What goes when the person goes. */
export async function readFootprint(ctx: Context, viewer: Viewer): Promise<Footprint> {
  const [counts, needs_password] = await Promise.all([
    countBelongings(ctx.db, viewer.id),
    needsPassword(ctx, viewer),
  ]);
  return { ...counts, needs_password };
}

const refused = (code: string, message: string) => new AppError(422, code, message, { field: "password" });

/**
 * Deletes the account of whoever asks, with everything they own, at once and for good. Name and address are free again, and
 * a last mail says so, for the case that somebody else asked.
 * @param password may be missing where `needsPassword` says so
 * @throws AppError 409 for the admin; 422 naming `password`; 429 when it is guessed; 401 when the account is gone already
 */
export async function deleteOwnAccount(
  ctx: Context,
  viewer: Viewer,
  password: string | undefined,
): Promise<void> {
  if (viewer.isAdmin) throw new AppError(409, "admin_account", messages.adminStays);
  const proof = await proveIdentity(ctx, viewer, password, await needsPassword(ctx, viewer));
  if (proof.verdict === "missing") throw refused("password_required", messages.passwordRequired);
  if (proof.verdict === "wrong") throw refused("password_invalid", messages.passwordWrong);
  await leave(ctx, viewer, proof);
}

/** What a blocked person is told will go. */
export async function readBlockedFootprint(ctx: Context, { id }: BlockedUser): Promise<Footprint> {
  return { ...(await countBelongings(ctx.db, id)), needs_password: true };
}

/** The same as `deleteOwnAccount` for a blocked person; their address opens no other account for a while. */
export async function deleteBlockedAccount(ctx: Context, person: BlockedUser): Promise<void> {
  await leave(ctx, person, person.proof);
}

/** @param proof what was judged before; it must still hold */
async function leave(
  ctx: Context,
  leaver: { id: string },
  proof: Proof & { verdict: "proven" },
): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const person = await lockAccount(trx, leaver.id);
    if (!person) throw loginRequired();
    if (!(await isStillProven(trx, leaver, proof))) throw refused("password_invalid", messages.passwordWrong);
    const { prompts } = await countBelongings(trx, leaver.id);
    await enqueueNotice(ctx, trx, person, { kind: "left", reason: null, prompts });
    await removeUser(trx, ctx.jobs, leaver.id);
    if (person.is_blocked) await barAddress(ctx, trx, person.email);
  });
  ctx.responseCache.clear();
}
