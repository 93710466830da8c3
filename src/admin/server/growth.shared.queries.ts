/** SQL of the site's growth that others need. */
import type { Kysely } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** Has the next count begin with the last year: what was moved in has dates of before. */
export async function forgetDailyCounts(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom("daily_counts").execute();
}
