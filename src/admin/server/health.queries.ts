/** SQL of the database's size and connections. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** Bytes on disk, and processes of the site: each listens on one connection (platform/database/cache-invalidation.ts). */
export async function selectDatabaseState(db: Kysely<DB>): Promise<{ bytes: number; processes: number }> {
  const { rows } = await sql<{ bytes: number; processes: number }>`
    select pg_database_size(current_database()) as bytes, count(*) as processes from pg_stat_activity
    where datname = current_database() and application_name = 'prompteca-listen'
  `.execute(db);
  return rows[0] ?? { bytes: 0, processes: 0 };
}
