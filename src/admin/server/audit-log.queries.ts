/** SQL of the log of the admin's actions. */
import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import type { AuditAction } from "#admin/contract.ts";
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

export async function countAuditEntries(db: Kysely<DB>): Promise<number> {
  const row = await db
    .selectFrom("audit_log")
    .select((select) => select.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return row.n;
}
