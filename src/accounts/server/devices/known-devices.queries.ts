/** SQL of the devices that an account knows. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** @param days so long ago at most the device logged in last */
export async function hasKnownDevice(
  db: Kysely<DB>,
  userId: string,
  hash: Buffer,
  days: number,
): Promise<boolean> {
  const row = await db
    .selectFrom("known_devices")
    .where("user_id", "=", userId)
    .where("device_hash", "=", hash)
    .where("used_at", ">", sql<Date>`now() - make_interval(days => ${days})`)
    .select("used_at")
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a device, or renews it. @param sessionId the session that it opens now */
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

/** Keeps the devices that logged in last. @param most so many */
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

export async function deleteOldKnownDevices(db: Kysely<DB>, days: number): Promise<void> {
  await db
    .deleteFrom("known_devices")
    .where("used_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
