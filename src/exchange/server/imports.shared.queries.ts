/** SQL of a user's imports, for the export. */
import type { Kysely } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** All that is known of a user's imports; a few rows, because old ones are forgotten. */
export async function selectImportsForExport(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("imports")
    .where("user_id", "=", userId)
    .select(["id", "format", "prompts_count", "collection_id", "created_at", "undone_at"])
    .orderBy("id")
    .execute();
}
