/** SQL of the members who moderate beside the admin. */
import type { Kysely } from "kysely";
import { hasRows } from "#platform/database/rows.ts";
import type { DB } from "#platform/database/schema.ts";

export function selectModerators(db: Kysely<DB>) {
  return db.selectFrom("moderators").select(["user_id", "named_at"]).orderBy("named_at").execute();
}

export const isModerator = (db: Kysely<DB>, userId: string) =>
  hasRows(db.selectFrom("moderators").where("user_id", "=", userId));

/** @returns false when the user moderates already */
export async function insertModerator(db: Kysely<DB>, userId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("moderators")
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** @returns false when the user does not moderate */
export async function deleteModerator(db: Kysely<DB>, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("moderators")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
