/** SQL of what is stored of an account. */
import type { Kysely } from "kysely";
import type { DB } from "#platform/database/schema.ts";

export async function selectAccount(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("users")
    .where("id", "=", userId)
    .select([
      "id",
      "username",
      "email",
      "metadata",
      "created_at",
      "email_confirmed_at",
      "last_sign_in_at",
      "recovery_sent_at",
      "updated_at",
    ])
    .executeTakeFirst();
}

export async function selectSessions(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("sessions")
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .select(["user_agent", "ip", "auth_method", "created_at", "refreshed_at"])
    .execute();
}

/** When each browser that the account knows logged in last. */
export async function selectKnownDevices(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("known_devices")
    .where("user_id", "=", userId)
    .orderBy("used_at")
    .select("used_at")
    .execute();
}

export async function countSessions(db: Kysely<DB>, userId: string): Promise<number> {
  const row = await db
    .selectFrom("sessions")
    .where("user_id", "=", userId)
    .select((select) => select.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return row.n;
}
