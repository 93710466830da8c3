/** SQL of a new entry in the log of what admin, moderators and grave reports did. */
import { type Insertable, sql, type Transaction } from "kysely";
import type { AuditAction } from "#moderation/cases-contract.ts";
import type { AuditLog, DB } from "#platform/database/schema.ts";

type NewAuditEntry = Omit<Insertable<AuditLog>, "id" | "created_at"> & { action: AuditAction };

/** Dated by the clock, not by the start of its transaction: an action that waited for a lock sorts after the other. */
export async function insertAuditEntry(trx: Transaction<DB>, entry: NewAuditEntry): Promise<void> {
  await trx
    .insertInto("audit_log")
    .values({ ...entry, created_at: sql<Date>`clock_timestamp()` })
    .execute();
}
