/** Deletion of one's own account, and what it will delete. */
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import { loginRequired, type SessionViewer } from "#accounts/server/sessions/authenticate.ts";
import {
  isStillProven,
  needsPassword,
  type Proof,
  proveIdentity,
} from "#accounts/server/sessions/identity.service.ts";
import { barAddress } from "#accounts/server/sign-up/barred-addresses.ts";
import { countSessions } from "#accounts/server/users/account-data.service.ts";
import { lockAccount } from "#accounts/server/users/users.service.ts";
import { countCollectionsOf } from "#collections/server/collections.service.ts";
import type { Footprint } from "#members/contract.ts";
import { messages } from "#members/messages.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { AppError } from "#platform/http/errors.ts";
import { countBelongings } from "#prompts/server/own-prompts.service.ts";
import { countReactionsOf } from "#reactions/server/reactions.service.ts";
import { countResultsOf } from "#results/server/results.service.ts";
import { removeUser } from "./removal.service.ts";

/**
 * What deleting an account deletes. Each count scans an index of the user's own rows.
 * @param needs_password whether deleting the account requires the password
 */
export async function readFootprint(
  { db }: Context,
  userId: string,
  needs_password: boolean,
): Promise<Footprint> {
  const [belongings, [reactions], results, collections, sessions] = await Promise.all([
    countBelongings(db, userId),
    countReactionsOf(db, [userId]),
    countResultsOf(db, userId),
    countCollectionsOf(db, userId),
    countSessions(db, userId),
  ]);
  const counts = { likes: 0, favorites: 0, ...reactions, results, collections, sessions };
  return { ...belongings, ...counts, needs_password };
}

const refused = (code: string, message: string) => new AppError(422, code, message, { field: "password" });

/**
 * Deletes the caller's account.
 * @param password optional when `needsPassword` says so
 * @throws AppError 409 for the admin; 422 naming `password`; 429 after too many wrong ones; 401 when the account no longer exists
 */
export async function deleteOwnAccount(
  ctx: Context,
  viewer: SessionViewer,
  password: string | undefined,
): Promise<void> {
  if (viewer.isAdmin) throw new AppError(409, "admin_account", messages.adminStays);
  const proof = await proveIdentity(ctx, viewer, password, await needsPassword(ctx, viewer));
  if (proof.verdict === "missing") throw refused("password_required", messages.passwordRequired);
  if (proof.verdict === "wrong") throw refused("password_invalid", messages.passwordWrong);
  await deleteProvenAccount(ctx, viewer.id, proof);
}

/**
 * Deletes an account with everything it owns, irreversibly. Name and address become free again, except the address of a
 * blocked user, which cannot register for a while. A last mail tells the owner, in case somebody else did it.
 * @param proof the checked credentials; checked again in the transaction
 * @throws AppError 422 when the password has changed since; 401 when the account no longer exists
 */
export async function deleteProvenAccount(
  ctx: Context,
  id: string,
  proof: Proof & { verdict: "proven" },
): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const user = await lockAccount(trx, id);
    if (!user) throw loginRequired();
    if (!(await isStillProven(trx, user, proof))) throw refused("password_invalid", messages.passwordWrong);
    const { prompts } = await countBelongings(trx, id);
    await enqueueNotice(ctx, trx, user, { kind: "left", prompts });
    await removeUser(trx, ctx.jobs, user);
    if (user.is_blocked) await barAddress(ctx, trx, user.email);
  });
  ctx.responseCache.clear();
}
