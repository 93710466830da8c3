/** The log of the admin's actions, as the admin reads it; the services that act write it. */
import type { AuditAction, AuditLog } from "#admin/contract.ts";
import type { Context } from "#platform/context.ts";
import { pageRange } from "./admin.ts";
import { countAuditEntries, selectAuditEntries } from "./audit-log.queries.ts";

/** A page of the log, the newest first. */
export async function readAuditLog(ctx: Context, page: number): Promise<AuditLog> {
  const [rows, totalCount] = await Promise.all([
    selectAuditEntries(ctx.db, pageRange(page)),
    countAuditEntries(ctx.db),
  ]);
  const entries = rows.map((row) => ({
    ...row,
    // The column's check allows no other.
    action: row.action as AuditAction,
    created_at: row.created_at.toISOString(),
  }));
  return { entries, totalCount };
}
