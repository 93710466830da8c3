/** The log of the admin's actions: written in the transaction of each action, read by the admin. */
import type { Transaction } from "kysely";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import type { Notice } from "#accounts/server/mails/notice-mails.ts";
import type { LockedUser } from "#accounts/server/users/users.service.ts";
import type { AuditAction, AuditLog } from "#admin/contract.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { type Admin, isNotified, pageRange } from "./admin.ts";
import { countAuditEntries, insertAuditEntry, selectAuditEntries } from "./audit-log.queries.ts";

interface Action {
  action: AuditAction;
  reason: string | null;
  /** Number of prompts deleted. */
  prompts?: number;
  /** The removed prompt; without it the action concerns the whole account. */
  prompt?: { id: number; title: string };
  notice: Notice;
}

/** Writes an action to the log and mails the user concerned, in the transaction of the action. */
export async function logAction(
  ctx: Context,
  trx: Transaction<DB>,
  admin: Admin,
  target: Pick<LockedUser, "id" | "email" | "username" | "is_demo">,
  { action, reason, prompts = 0, prompt, notice }: Action,
): Promise<void> {
  await insertAuditEntry(trx, {
    admin_id: admin.id,
    admin_username: admin.username,
    action,
    target_user_id: target.id,
    target_prompt_id: prompt?.id ?? null,
    target_label: prompt?.title ?? target.username,
    prompts_removed: prompts,
    reason,
  });
  if (isNotified(ctx, target)) await enqueueNotice(ctx, trx, target, notice);
}

/** A page of the log, newest first. */
export async function readAuditLog(ctx: Context, page: number): Promise<AuditLog> {
  const [rows, totalCount] = await Promise.all([
    selectAuditEntries(ctx.db, pageRange(page)),
    countAuditEntries(ctx.db),
  ]);
  const entries = rows.map(({ admin_id: _, ...row }) => ({
    ...row,
    // The column's check constraint allows no other value.
    action: row.action as AuditAction,
    created_at: row.created_at.toISOString(),
  }));
  return { entries, totalCount };
}
