/**
 * Devices that have logged in to an account before. A device is known by a secret of its own, which the browser makes,
 * keeps beside the session and sends when it logs in: it opens nothing, but sets its owner apart from strangers.
 */
import { createHash } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import {
  deleteKnownDevicesBeyond,
  deleteOldKnownDevices,
  hasKnownDevice,
  upsertKnownDevice,
} from "./known-devices.queries.ts";

/** Devices that an account knows at most; one more takes the place of the one that logged in longest ago. */
const MOST_DEVICES = 20;
/** A device that nobody logged in with for so long is a stranger again. */
const KNOWN_DAYS = 365;
/** Whose devices are asked for where there is no account, so that the work is the same. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** What is stored of a device's 256 random bits needs no slow hash; the account's id keeps two accounts' rows apart. */
const hashProof = (userId: string, proof: string) =>
  createHash("sha256").update(`${userId} ${proof}`).digest();

/**
 * Whether a device has logged in to an account before.
 * @param userId undefined where an address has no account: the same is asked of the database
 * @param proof the device's secret as `deviceOf` reads it; undefined when it sent none
 */
export async function isKnownDevice(
  db: Kysely<DB>,
  userId: string | undefined,
  proof: string | undefined,
): Promise<boolean> {
  if (proof === undefined) return false;
  const asked = userId ?? NOBODY;
  return hasKnownDevice(db, asked, hashProof(asked, proof), KNOWN_DAYS);
}

/**
 * Remembers the device that opens a session. Ending that session from elsewhere, or all others, forgets it; so do a new
 * password and leaving. Logging out on the device does not.
 * @param trx one that has locked the person's row, so that two logins at once count their devices in turn
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

/** Removes the devices that are strangers again. */
export function clearKnownDevices(db: Kysely<DB>): Promise<void> {
  return deleteOldKnownDevices(db, KNOWN_DAYS);
}
