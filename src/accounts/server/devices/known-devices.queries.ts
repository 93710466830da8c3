/** SQL of an account's known devices. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** A device is forgotten after this time without a login. */
const A_YEAR_AGO = sql<Date>`now() - interval '365 days'`;

export async function hasKnownDevice(db: Kysely<DB>, userId: string, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("known_devices")
    .where("user_id", "=", userId)
    .where("device_hash", "=", hash)
    .where("used_at", ">", A_YEAR_AGO)
    .select("used_at")
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds or renews a device. @param sessionId the session being opened */
export async function upsertKnownDevice(
  trx: Transaction<DB>,
  userId: string,
  hash: Buffer,
  sessionId: string,
): Promise<void> {
  await trx
    .insertInto("known_devices")
    .values({ user_id: userId, device_hash: hash, session_id: sessionId })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "device_hash"])
        .doUpdateSet({ session_id: sessionId, used_at: sql`now()` }),
    )
    .execute();
}

/** Deletes all but the most recently used devices. @param most how many to keep */
export async function deleteKnownDevicesBeyond(
  trx: Transaction<DB>,
  userId: string,
  most: number,
): Promise<void> {
  await trx
    .deleteFrom("known_devices")
    .where("user_id", "=", userId)
    .where("device_hash", "in", (older) =>
      older
        .selectFrom("known_devices")
        .where("user_id", "=", userId)
        .orderBy("used_at", "desc")
        .offset(most)
        .select("device_hash"),
    )
    .execute();
}

export async function deleteForgottenDevices(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom("known_devices").where("used_at", "<", A_YEAR_AGO).execute();
}
