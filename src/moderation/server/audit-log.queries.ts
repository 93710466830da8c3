/** SQL of the log of what admin, moderators and grave reports did. */
import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import type { AuditAction } from "#moderation/contract.ts";
import { countRows } from "#platform/database/rows.ts";
import type { AuditLog, DB } from "#platform/database/schema.ts";

export type NewAuditEntry = Omit<Insertable<AuditLog>, "id" | "created_at"> & { action: AuditAction };

/** Dated by the clock, not by the start of its transaction: an action that waited for a lock sorts after the other. */
export async function insertAuditEntry(trx: Transaction<DB>, entry: NewAuditEntry): Promise<void> {
  await trx
    .insertInto("audit_log")
    .values({ ...entry, created_at: sql<Date>`clock_timestamp()` })
    .execute();
}

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
