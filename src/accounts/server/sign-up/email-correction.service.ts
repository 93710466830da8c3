/** Corrects the mistyped address of a pending sign-up, authorised by its password. */
import type { Transaction } from "kysely";
import { messages } from "#accounts/messages.ts";
import { countAsked, forgetPace, takeMail } from "#accounts/server/mails/asked-mails.ts";
import { countGuess } from "#accounts/server/passwords/guesses.ts";
import {
  lockAddress,
  moveName,
  releaseUnusedNames,
  selectBcryptCost,
} from "#accounts/server/users/users.queries.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { isAddressTaken } from "./barred-addresses.ts";
import { deleteSignups, isNameOfEarlier, type Signup, takeSignup } from "./signups.queries.ts";
import { addSignup, findSignups, mailedTooSoon } from "./signups.service.ts";

/** Addresses in lower case. */
interface Correction {
  /** Current address of the sign-up. */
  email: string;
  password: string;
  newEmail: string;
}

/** The same error for an address without sign-up and for a wrong password. */
const notFound = () => new AppError(400, "signup_not_found", messages.signupNotFound);

/**
 * Moves the address's newest sign-up with that password, and its username, to another address, and mails the new one.
 * Links mailed before become invalid.
 * @param ip whom the limit is for
 * @throws AppError 400 when address and password match no sign-up; 422 on `new_email` when it has an account, which
 *   signing up reveals too, or when the name is of somebody who signed up the same address before; 429
 */
export async function correctEmail(ctx: Context, correction: Correction, ip: string): Promise<void> {
  const { email, password, newEmail } = correction;
  await ctx.rateLimits.consume("correctEmailPerAddress", ip);
  await countGuess(ctx, { email }, { ip });
  const found = await findSignups(ctx.db, email, password, ip, await selectBcryptCost(ctx.db));
  if (found.length === 0) throw notFound();
  await countAsked(ctx, "confirmation", newEmail, ip);
  const seconds = await takeMail(ctx, "confirmation", newEmail, ip);
  if (seconds) throw mailedTooSoon(seconds, messages.resendTooSoon, "new_email");
  try {
    await inTransaction(ctx.db, (trx) => move(ctx, trx, found, newEmail, ip));
  } catch (error) {
    await forgetPace(ctx, "confirmation", newEmail, ip);
    throw error;
  }
}

async function move(
  ctx: Context,
  trx: Transaction<DB>,
  found: Signup[],
  newEmail: string,
  ip: string,
): Promise<void> {
  const [newest, ...older] = found as [Signup, ...Signup[]];
  const { email, username, metadata, password_hash: passwordHash, browser_hash: browserHash } = newest;
  // In a fixed order, to avoid a deadlock between corrections that swap addresses.
  for (const address of [email, newEmail].sort()) await lockAddress(trx, address);
  if (await isAddressTaken(ctx, trx, newEmail)) {
    throw new AppError(422, "email_exists", messages.emailTaken, { field: "new_email" });
  }
  // A stranger who knows an address that waits, and the name, signs up with both and would take the name along.
  const own = found.map(({ id }) => id);
  if (await isNameOfEarlier(trx, newest, own))
    throw new AppError(422, "username_taken", messages.nameOfEarlier);
  // Confirmed or corrected concurrently.
  if (!(await takeSignup(trx, newest.id))) throw notFound();
  // The user may have registered repeatedly: none of those links may open an account for the wrong address's owner.
  await deleteSignups(trx, older);
  await moveName(trx, username, email, newEmail);
  await releaseUnusedNames(trx, email);
  await addSignup(ctx, trx, { email: newEmail, username, passwordHash, metadata, browserHash }, ip);
}
