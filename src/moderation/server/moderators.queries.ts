/** SQL of the members who moderate beside the admin. */
import type { Kysely } from "kysely";
import type { DB } from "#platform/database/schema.ts";

export function selectModerators(db: Kysely<DB>) {
  return db.selectFrom("moderators").select(["user_id", "named_at"]).orderBy("named_at").execute();
}

export async function isModerator(db: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("moderators")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertModerator(db: Kysely<DB>, userId: string): Promise<void> {
  await db
    .insertInto("moderators")
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteModerator(db: Kysely<DB>, userId: string): Promise<void> {
  await db.deleteFrom("moderators").where("user_id", "=", userId).execute();
}
