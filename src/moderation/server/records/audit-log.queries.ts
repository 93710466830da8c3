/** SQL of the log of what admin, moderators and grave reports did. */
import type { Kysely } from "kysely";
import { countRows } from "#platform/database/rows.ts";
import type { DB } from "#platform/database/schema.ts";

/** A page of the log, newest first. */
export function selectAuditEntries(db: Kysely<DB>, { limit, offset }: { limit: number; offset: number }) {
  return db
    .selectFrom("audit_log")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
}

export const countAuditEntries = (db: Kysely<DB>) => countRows(db.selectFrom("audit_log"));
