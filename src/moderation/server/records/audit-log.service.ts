/** The log of every decision and of who moderates: written in the transaction of each, read by the admin. */
import type { Transaction } from "kysely";
import type { AuditAction, AuditLog } from "#moderation/cases-contract.ts";
import { type Action, MODERATION_PAGE_SIZE, type TargetType } from "#moderation/contract.ts";
import type { Case } from "#moderation/server/cases/cases.queries.ts";
import { targetView } from "#moderation/server/cases/target-types.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { countAuditEntries, selectAuditEntries } from "./audit-log.queries.ts";
import { insertAuditEntry } from "./audit-log.shared.queries.ts";

interface Actor {
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

/** The log's names for actions on content. Warnings and blocks are about its author. */
const DONE = { keep: "kept", hide: "hidden", remove: "removed", restore: "restored" } as const;
const OF_USERS = { warn: "user_warned", pause: "user_paused", block: "user_blocked" } as const;

function auditAction(type: TargetType, { action, prompts, unblocks }: Logged): AuditAction {
  if (unblocks) return "user_unblocked";
  if (action === "block" && prompts) return "user_emptied";
  if (action === "warn" || action === "pause" || action === "block") return OF_USERS[action];
  // An account is never hidden.
  return type === "user" && action === "hide" ? "user_removed" : (`${type}_${DONE[action]}` as AuditAction);
}

/** Writes a decision to the log. @param by null when a report has caused it */
export async function logDecision(
  trx: Transaction<DB>,
  by: Actor | null,
  row: Case,
  logged: Logged,
): Promise<void> {
  const { prompt_id, author_id, author_username, label } = row;
  const action = auditAction(targetView(row).type, logged);
  // An answer has no name of its own in the log.
  const isNamed = action.startsWith("prompt_") || action.startsWith("collection_");
  await insertAuditEntry(trx, {
    admin_id: by?.id ?? null,
    admin_username: by?.username ?? "O site",
    action,
    target_user_id: author_id,
    target_prompt_id: prompt_id,
    target_label: isNamed ? label : author_username,
    prompts_removed: logged.prompts ?? 0,
    reason: logged.reason,
  });
}

/** Writes to the log that a moderator was named or dismissed, or that somebody's passkeys go. */
export async function logModerator(
  trx: Transaction<DB>,
  admin: Omit<Actor, "id"> & { id: string | null },
  action: "moderator_named" | "moderator_dismissed" | "passkeys_reset",
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
