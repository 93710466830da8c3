/** The log of every decision and of who moderates: written in the transaction of each, read by the admin. */
import type { Transaction } from "kysely";
import { type Action, type AuditAction, type AuditLog, MODERATION_PAGE_SIZE } from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { countAuditEntries, insertAuditEntry, selectAuditEntries } from "./audit-log.queries.ts";
import type { Case } from "./cases.queries.ts";

export { insertAuditEntry } from "./audit-log.queries.ts";

export interface Actor {
  id: string;
  username: string;
}

interface Logged {
  action: Action;
  /** Null when none was given. */
  reason: string | null;
  /** Prompts that went with an account. */
  prompts?: number;
  /** Restoring has ended a block. */
  unblocks?: boolean;
}

/** How the log names an action on a prompt, and on a user. */
const NAMES: Record<Action, [ofPrompt: AuditAction, ofUser: AuditAction]> = {
  keep: ["prompt_kept", "user_kept"],
  hide: ["prompt_hidden", "prompt_hidden"],
  remove: ["prompt_removed", "user_removed"],
  restore: ["prompt_restored", "user_restored"],
  warn: ["user_warned", "user_warned"],
  pause: ["user_paused", "user_paused"],
  block: ["user_blocked", "user_blocked"],
};

function auditAction(isPrompt: boolean, { action, prompts, unblocks }: Logged): AuditAction {
  if (unblocks) return "user_unblocked";
  if (action === "block" && prompts) return "user_emptied";
  return NAMES[action][isPrompt ? 0 : 1];
}

/** Writes a decision to the log. @param by null when a report has caused it */
export async function logDecision(
  trx: Transaction<DB>,
  by: Actor | null,
  { prompt_id, author_id, author_username, label }: Case,
  logged: Logged,
): Promise<void> {
  const action = auditAction(prompt_id !== null, logged);
  await insertAuditEntry(trx, {
    admin_id: by?.id ?? null,
    admin_username: by?.username ?? "O site",
    action,
    target_user_id: author_id,
    target_prompt_id: prompt_id,
    target_label: action.startsWith("prompt_") ? label : author_username,
    prompts_removed: logged.prompts ?? 0,
    reason: logged.reason,
  });
}

/** Writes to the log that the admin has named a moderator, or taken the role back. */
export async function logModerator(
  trx: Transaction<DB>,
  admin: Actor,
  action: "moderator_named" | "moderator_dismissed",
  { id, username }: Actor,
): Promise<void> {
  await insertAuditEntry(trx, {
    admin_id: admin.id,
    admin_username: admin.username,
    action,
    target_user_id: id,
    target_label: username,
  });
}

/** A page of the log, newest first. */
export async function readAuditLog({ db }: Context, page: number): Promise<AuditLog> {
  const range = { limit: MODERATION_PAGE_SIZE, offset: (page - 1) * MODERATION_PAGE_SIZE };
  const [rows, totalCount] = await Promise.all([selectAuditEntries(db, range), countAuditEntries(db)]);
  const entries = rows.map(({ admin_id: _, ...row }) => ({
    ...row,
    // The column's check constraint allows no other value.
    action: row.action as AuditAction,
    created_at: row.created_at.toISOString(),
  }));
  return { entries, totalCount };
}
