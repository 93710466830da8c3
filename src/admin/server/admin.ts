/** The admin, the account of ADMIN_EMAIL, and what one does. */
import type { FastifyRequest } from "fastify";
import { accountKey, reportEvent } from "#accounts/server/records/security-events.ts";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { ADMIN_PAGE_SIZE, type AdminUser, type RemovalAnswer, type RemovalRequest } from "#admin/contract.ts";
import type { AuditAction } from "#moderation/cases-contract.ts";
import type { BrokenGround } from "#moderation/contract.ts";
import { callerOf } from "#moderation/server/access.ts";
import { decideDirectly } from "#moderation/server/cases/direct-decisions.service.ts";
import type { Context } from "#platform/context.ts";

export interface Admin extends Viewer {
  /** Reports a security event; call it after the commit. @param email of the user concerned */
  report(action: AuditAction, email: string): void;
}

/** The admin whose call it is. */
export function adminOf(ctx: Context, request: FastifyRequest): Admin {
  return {
    ...callerOf(request),
    report: (action, email) =>
      reportEvent(ctx, request, "admin_action", { action, target: accountKey(ctx, email) }),
  };
}

/** @param page from 1 */
export function pageRange(page: number): { limit: number; offset: number } {
  return { limit: ADMIN_PAGE_SIZE, offset: (page - 1) * ADMIN_PAGE_SIZE };
}

/** Whether a user gets a mail about an admin's action: demo users have no mailbox, and the admin knows. */
export function isNotified(
  ctx: Pick<Context, "config">,
  person: { email: string; is_demo: boolean },
): boolean {
  return !person.is_demo && person.email !== ctx.config.adminEmail;
}

/** Why the admin acts: a rule, and words for the user concerned, if any. */
export interface Reasons {
  reason: string | null;
  ground: BrokenGround;
}

export function reasonsOf(given: RemovalRequest): Reasons {
  return { reason: given?.reason || null, ground: given?.ground ?? "terms" };
}

/** Removes a prompt or an account, and reports it. @returns undefined when there is no such target, or it is removed already */
export async function removeAsAdmin(
  ctx: Context,
  admin: Admin,
  target: { type: "prompt" | "user"; id: string },
  { reason, ground }: Reasons,
): Promise<RemovalAnswer | undefined> {
  const outcome = await decideDirectly(ctx, admin, target, { decision: "remove", ground, reason });
  if (!outcome) return undefined;
  admin.report(`${target.type}_removed`, outcome.email);
  return { case_id: outcome.caseId, undo_version: outcome.undoVersion };
}

export function removalView(
  removal: { case_id: number; delete_at: Date | null } | undefined,
): AdminUser["removal"] {
  return removal?.delete_at ? { case_id: removal.case_id, until: removal.delete_at.toISOString() } : null;
}
