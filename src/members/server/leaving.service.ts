/** Deletion of one's own account, and the list of content that goes with it. */
import { countAccess } from "#accounts/server/account/account-data.shared.queries.ts";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import type { SessionViewer } from "#accounts/server/sessions/authenticate.ts";
import {
  isStillProven,
  needsPassword,
  type Proof,
  proveIdentity,
  requireOpen,
} from "#accounts/server/sessions/identity.service.ts";
import { barAddress } from "#accounts/server/sign-up/barred-addresses.ts";
import { loginRequired } from "#accounts/server/users/users.service.ts";
import { lockAccount } from "#accounts/server/users/users.shared.queries.ts";
import { countCollectionsOf } from "#collections/server/collections.shared.queries.ts";
import type { Footprint } from "#members/contract.ts";
import { messages } from "#members/messages.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { AppError } from "#platform/http/errors.ts";
import { countBelongings } from "#prompts/server/own-prompts.shared.queries.ts";
import { countKeptReactionsOf } from "#reactions/server/reactions.shared.queries.ts";
import { countResultsOf } from "#results/server/results.shared.queries.ts";
import { removeUser } from "./removal.service.ts";

/**
 * Counts of all that goes with an account, also while it waits as removed. Each count scans an index of the user's own
 * rows, and its time counts.
 * @param needs_password whether deleting the account requires the password
 * @throws AppError 429 for who has used up their time
 */
export async function readFootprint(
  { db, rateLimits }: Context,
  userId: string,
  needs_password: boolean,
): Promise<Footprint> {
  const [belongings, reactions, results, collections, access] = await rateLimits.timed(
    "textTimePerCaller",
    userId,
    () =>
      Promise.all([
        countBelongings(db, userId),
        countKeptReactionsOf(db, userId),
        countResultsOf(db, userId),
        countCollectionsOf(db, userId),
        countAccess(db, userId),
      ]),
  );
  return { ...belongings, ...reactions, ...access, results, collections, needs_password };
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
  await deleteProvenAccount(ctx, viewer, proof);
}

/**
 * Deletes an account with everything it owns, irreversibly. Name and address become free again, except the address of a
 * blocked user, which cannot register for a while. A last mail tells the owner, in case somebody else did it.
 * @param user by a session, unless the account is blocked; checked again in the transaction, as the proof is
 * @param proof the checked credentials
 * @throws AppError 422 when the password has changed since; 401 when the account no longer exists
 */
export async function deleteProvenAccount(
  ctx: Context,
  { id, sessionId }: { id: string; sessionId?: string },
  proof: Proof & { verdict: "proven" },
): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const user = await lockAccount(trx, id);
    if (!user) throw loginRequired();
    if (sessionId !== undefined) await requireOpen(trx, { sessionId });
    if (!(await isStillProven(trx, user, proof))) throw refused("password_invalid", messages.passwordWrong);
    const { prompts } = await countBelongings(trx, id);
    await enqueueNotice(ctx, trx, user, { kind: "left", prompts });
    await removeUser(trx, ctx.jobs, user);
    if (user.is_blocked) await barAddress(ctx, trx, user.email);
  });
  ctx.responseCache.clear();
}
