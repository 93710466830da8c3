/**
 * Decisions without a report, for which the case is made: the admin's in the lists of prompts and people, and moderators' where
 * they read an answer or a collection.
 */
import type { Transaction } from "kysely";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import type { DecisionRequest, TargetType } from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { type Case, lockCase, selectCase, selectCaseOf } from "./cases.queries.ts";
import { selectHoldings } from "./decisions.queries.ts";
import { carryOut, lockTarget } from "./decisions.service.ts";
import { findConflict, isConcerned } from "./moderators.service.ts";
import { withBar } from "./prepared-bar.ts";
import { readStanding, refused, undoable } from "./standing.ts";
import { findTarget } from "./target-types.ts";
import { caseVersion, lockCaseOf } from "./targets.ts";

export { countRemovedPrompts, selectRemovalsOf, selectRemovedPrompts } from "./decisions.queries.ts";

interface Direct {
  /** `restore` ends a block. */
  action: "remove" | "block" | "restore";
  ground: DecisionRequest["ground"];
  reason: string | null;
  /** A block hides what the user has published as well, and removes it for good when a removal would. */
  takesContent?: boolean;
}

interface Outcome {
  /** Whether anything has changed: otherwise nothing is logged, and nobody is told. */
  changed: boolean;
  /** Prompts that were hidden with their author. */
  prompts: number;
  /** Of the user concerned. */
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

/** Other cases in which the user is blocked, locked after the user's own: whoever locks several begins with that one. */
async function lockOtherBlocks(trx: Transaction<DB>, own: Case): Promise<Case[]> {
  const blocks = (await selectHoldings(trx, own.author_id)).filter(({ action }) => action === "block");
  const ids = new Set(blocks.map(({ case_id }) => case_id).filter((id) => id !== own.id));
  const rows: Case[] = [];
  for (const id of ids) {
    const row = await lockCase(trx, id);
    if (row) rows.push(row);
  }
  return rows;
}

/**
 * Decides about something, with everything that a decision of a case does, in one transaction.
 * @param id from outside
 * @returns undefined when there is no such target, or it is removed already
 * @throws AppError 409 `own_account` for the admin's own account, `account_removed` for unblocking a removed one, `own_case`
 *   when another moderator has to decide
 */
export async function decideDirectly(
  ctx: Context,
  by: Viewer,
  { type, id }: { type: TargetType; id: string },
  { action, ground, reason, takesContent = false }: Direct,
): Promise<Outcome | undefined> {
  const target = await findTarget(ctx.db, type, id);
  if (!target) return undefined;
  if (type === "user" && target.author_id === by.id) throw refused("own_account", messages.yourAccount);
  // What a moderator did not read on the site is decided on in its case.
  if ((type === "result" || type === "collection") && !target.visible) return undefined;
  const read = async () => ({ ...target, category: (await selectCaseOf(ctx.db, target))?.category ?? null });

  const outcome = await withBar(
    ctx,
    { action, ground },
    read,
    async (trx, barrable): Promise<Outcome | undefined> => {
      const row = await lockCaseOf(trx, target);
      const others = action === "restore" ? await lockOtherBlocks(trx, row) : [];
      await lockTarget(trx, row, action);
      const standing = await readStanding(trx, ctx, row);
      const { account } = standing;
      if (!standing.target || !account) return undefined;
      const { email, isBlocked, isRemoved } = account;
      if (action === "remove" && undoable(standing).some((one) => one.action === "remove")) return undefined;
      if (action === "restore" && isRemoved) throw refused("account_removed", messages.accountRemoved);
      if (await isConcerned(trx, row, by)) throw refused("own_case", messages.ownCase);
      // It would answer the appeal; ending a block upholds it.
      const conflict = action === "restore" ? null : await findConflict(trx, row.id, by, standing);
      if (conflict) throw refused("own_case", CONFLICTS[conflict]);
      const isDone =
        action === "restore" ? !isBlocked : action === "block" && isBlocked && (isRemoved || !takesContent);
      const deed = {
        ...{ by, action, ground, reason: reason ?? messages.noReasonGiven, logged: reason },
        ...{ barrable, takesContent, unblocks: action === "restore" },
      };
      let done: Awaited<ReturnType<typeof carryOut>>;
      if (!isDone) {
        for (const other of others)
          done = await carryOut(ctx, trx, {
            ...deed,
            row: other,
            standing: await readStanding(trx, ctx, other),
          });
        if (!done || undoable(standing).some((one) => one.action === "block"))
          done = await carryOut(ctx, trx, { ...deed, row, standing });
      }
      const leadsBack = action === "remove" && row.state !== "open" && !standing.target.hidden;
      const after = leadsBack ? await selectCase(trx, row.id) : undefined;
      const undoVersion = after ? caseVersion(after, standing.target) : null;
      return { changed: done !== undefined, prompts: done?.prompts ?? 0, email, caseId: row.id, undoVersion };
    },
  );
  if (outcome?.changed) ctx.responseCache.clear();
  return outcome;
}
