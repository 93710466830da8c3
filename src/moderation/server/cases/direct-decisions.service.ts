/**
 * Decisions without a report, for which the case is made: the admin's in the lists of prompts and people, and moderators' where
 * they read a result or a collection.
 */
import type { Transaction } from "kysely";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import type { DecisionRequest } from "#moderation/cases-contract.ts";
import type { TargetType } from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import { refused } from "#moderation/server/errors.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { carryOut } from "./carry-out.ts";
import { readCaseNow, requireNotAdmins } from "./case-now.ts";
import { type Case, lockCase, selectCase, selectCaseOf } from "./cases.queries.ts";
import { selectBlockingCases } from "./decisions.queries.ts";
import { lockTarget } from "./decisions.service.ts";
import { findConflict, isConcerned } from "./moderators.service.ts";
import { withBar } from "./prepared-bar.ts";
import { findTarget } from "./target-types.ts";
import { caseVersion, lockCaseOf } from "./targets.ts";
import { RULES } from "./transition.ts";

interface Direct {
  decision: "remove" | "block" | "empty" | "unblock";
  ground: DecisionRequest["ground"];
  reason: string | null;
}

interface Outcome {
  /** Whether anything has changed: otherwise nothing is logged or mailed. */
  changed: boolean;
  /** Prompts that were hidden with their author. */
  prompts: number;
  /** The user concerned. */
  email: string;
  caseId: number;
  /**
   * The case's version after a removal, for the decision that undoes it and nothing else. Null when restoring would not
   * lead back: the target was hidden before, or the removal has closed an open case.
   */
  undoVersion: string | null;
}

const CONFLICTS = {
  decider: messages.ownDecision,
  reporter: messages.ownReport,
  prompt: messages.ownPrompt,
} as const;

/**
 * Other cases in which the user is blocked, locked after the user's own: all code that locks several begins with that
 * one.
 */
async function lockOtherBlocks(trx: Transaction<DB>, own: Case): Promise<Case[]> {
  const rows: Case[] = [];
  for (const id of await selectBlockingCases(trx, own.author_id)) {
    const row = id === own.id ? undefined : await lockCase(trx, id);
    if (row) rows.push(row);
  }
  return rows;
}

/**
 * Decides about something, with everything that a decision of a case does, in one transaction.
 * @param id from outside
 * @returns undefined when there is no such target, or it is removed already
 * @throws AppError 409 `own_account` for the admin's own account and, unless by the admin, what the admin has published,
 *   `account_removed` for unblocking a removed one, `own_case` when another moderator has to decide
 */
export async function decideDirectly(
  ctx: Context,
  by: Viewer,
  { type, id }: { type: TargetType; id: string },
  { decision, ground, reason }: Direct,
): Promise<Outcome | undefined> {
  const target = await findTarget(ctx.db, type, id);
  if (!target) return undefined;
  if (type === "user" && target.author_id === by.id) throw refused("own_account", messages.yourAccount);
  // Moderators decide so only on what they have just read on the site; on the rest in its case.
  if ((type === "result" || type === "collection") && !target.visible) return undefined;
  const { action } = RULES[decision];
  const blocks = decision === "block" || decision === "empty";
  const read = async () => ({ ...target, category: (await selectCaseOf(ctx.db, target))?.category ?? null });

  const outcome = await withBar(
    ctx,
    { action, ground },
    read,
    async (trx, barrable): Promise<Outcome | undefined> => {
      const row = await lockCaseOf(trx, target);
      const others = decision === "unblock" ? await lockOtherBlocks(trx, row) : [];
      await lockTarget(trx, row, action);
      const now = await readCaseNow(trx, ctx, row);
      const { account, target: locked } = now;
      if (!locked || !account) return undefined;
      const { email, is_blocked, removed_at } = account;
      const ownKinds = now.restrictions.filter(({ case_id }) => case_id === row.id).map(({ kind }) => kind);
      const isRemoved = ownKinds.some((kind) => kind === "removed" || kind === "account_removed");
      if (decision === "remove" && isRemoved) return undefined;
      if (decision === "unblock" && removed_at) throw refused("account_removed", messages.accountRemoved);
      requireNotAdmins(now, by, action);
      if (await isConcerned(trx, row, by)) throw refused("own_case", messages.ownCase);
      // Nobody answers an appeal against an own decision, but ending a block upholds it.
      const conflict = decision === "unblock" ? null : await findConflict(trx, row.id, by, now);
      if (conflict) throw refused("own_case", CONFLICTS[conflict]);
      const decided = { decision, by, ground, barrable, reason };
      const isDone =
        decision === "unblock" ? !is_blocked : blocks && is_blocked && (removed_at || decision === "block");
      const isBlockedHere = ownKinds.some((kind) => kind === "blocked" || kind === "emptied");
      const rows = others.length > 0 && !isBlockedHere ? others : [...others, row];
      let done: Awaited<ReturnType<typeof carryOut>>;
      // Each case sees which restrictions the one before lifted.
      for (const one of isDone ? [] : rows)
        done = await carryOut(ctx, trx, { ...decided, row: one, now: await readCaseNow(trx, ctx, one) });
      const leadsBack = decision === "remove" && row.state !== "open" && !locked.hidden;
      const after = leadsBack ? await selectCase(trx, row.id) : undefined;
      const undoVersion = after ? caseVersion(after, locked) : null;
      return { changed: done !== undefined, prompts: done?.prompts ?? 0, email, caseId: row.id, undoVersion };
    },
  );
  if (outcome?.changed) ctx.responseCache.clear();
  return outcome;
}
