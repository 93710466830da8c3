/** Reads the log of the admin's actions; the services that act write it. */
import type { AuditAction, AuditLog } from "#admin/contract.ts";
import type { Context } from "#platform/context.ts";
import { pageRange } from "./admin.ts";
import { countAuditEntries, selectAuditEntries } from "./audit-log.queries.ts";

/** A page of the log, newest first. */
export async function readAuditLog(ctx: Context, page: number): Promise<AuditLog> {
  const [rows, totalCount] = await Promise.all([
    selectAuditEntries(ctx.db, pageRange(page)),
    countAuditEntries(ctx.db),
  ]);
  const entries = rows.map((row) => ({
    ...row,
    // The column's check constraint allows no other value.
    action: row.action as AuditAction,
    created_at: row.created_at.toISOString(),
  }));
  return { entries, totalCount };
}
