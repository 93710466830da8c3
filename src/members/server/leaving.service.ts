/** Deletion of one's own account, and what it will delete. */

import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import { loginRequired, type Viewer } from "#accounts/server/sessions/authenticate.ts";
import {
  isStillProven,
  needsPassword,
  type Proof,
  proveIdentity,
} from "#accounts/server/sessions/identity.service.ts";
import { barAddress } from "#accounts/server/sign-up/barred-addresses.ts";
import { countSessions } from "#accounts/server/users/account-data.service.ts";
import type { BlockedUser } from "#accounts/server/users/blocked-users.service.ts";
import { lockAccount } from "#accounts/server/users/users.service.ts";
import type { Footprint } from "#members/contract.ts";
import { messages } from "#members/messages.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { AppError } from "#platform/http/errors.ts";
import { countBelongings } from "#prompts/server/own-prompts.service.ts";
import { countReactionsOf } from "#reactions/server/reactions.service.ts";
import { removeUser } from "./removal.service.ts";

/** How much a user owns. Each count scans an index of the user's own rows. */
async function countOwned({ db }: Context, userId: string): Promise<Omit<Footprint, "needs_password">> {
  const [belongings, [reactions], sessions] = await Promise.all([
    countBelongings(db, userId),
    countReactionsOf(db, [userId]),
    countSessions(db, userId),
  ]);
  return { ...belongings, likes: 0, favorites: 0, ...reactions, sessions };
}

/** What deleting the account deletes. */
export async function readFootprint(ctx: Context, viewer: Viewer): Promise<Footprint> {
  const [counts, needs_password] = await Promise.all([
    countOwned(ctx, viewer.id),
    needsPassword(ctx, viewer),
  ]);
  return { ...counts, needs_password };
}

const refused = (code: string, message: string) => new AppError(422, code, message, { field: "password" });

/**
 * Deletes the caller's account with everything it owns, irreversibly. Name and address become free again. A last mail tells
 * the owner, in case somebody else did it.
 * @param password optional when `needsPassword` says so
 * @throws AppError 409 for the admin; 422 naming `password`; 429 after too many wrong ones; 401 when the account no longer exists
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

/** What deleting a blocked user's account deletes. */
export async function readBlockedFootprint(ctx: Context, { id }: BlockedUser): Promise<Footprint> {
  return { ...(await countOwned(ctx, id)), needs_password: true };
}

/** As `deleteOwnAccount`, for a blocked user; the address cannot register again for a while. */
export async function deleteBlockedAccount(ctx: Context, person: BlockedUser): Promise<void> {
  await leave(ctx, person, person.proof);
}

/** @param proof the checked credentials; checked again in the transaction */
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
