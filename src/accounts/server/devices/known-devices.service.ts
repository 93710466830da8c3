/**
 * Devices that have logged in to an account before. The browser generates a secret, stores it beside the session and sends
 * it with each login. It grants no access, but exempts the owner from the limits on strangers' guesses.
 */
import { createHash } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import { deleteKnownDevicesBeyond, hasKnownDevice, upsertKnownDevice } from "./known-devices.queries.ts";

/** Known devices per account; a further one replaces the least recently used. */
const MOST_DEVICES = 20;
/** Queried for addresses without account, so that the work is the same. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** The stored hash; 256 random bits need no slow one. The account's id separates accounts on one device. */
const hashProof = (userId: string, proof: string) =>
  createHash("sha256").update(`${userId} ${proof}`).digest();

/**
 * Whether a device has logged in to an account before.
 * @param userId undefined when the address has no account; the query runs all the same
 * @param proof the device's secret as `deviceOf` reads it; undefined when missing
 */
export async function isKnownDevice(
  db: Kysely<DB>,
  userId: string | undefined,
  proof: string | undefined,
): Promise<boolean> {
  if (proof === undefined) return false;
  const asked = userId ?? NOBODY;
  return hasKnownDevice(db, asked, hashProof(asked, proof));
}

/**
 * Remembers the device that opens a session. Ending the session from another device forgets it; so do a new password and
 * deleting the account. Logging out on the device does not.
 * @param trx must have locked the user's row, so that concurrent logins count devices one after the other
 */
export async function rememberDevice(
  trx: Transaction<DB>,
  userId: string,
  sessionId: string,
  proof: string | undefined,
): Promise<void> {
  if (proof === undefined) return;
  await upsertKnownDevice(trx, userId, hashProof(userId, proof), sessionId);
  await deleteKnownDevicesBeyond(trx, userId, MOST_DEVICES);
}
