/** What decisions do to content and accounts, and what undoing them gives back. */
import type { Transaction } from "kysely";
import { findContacts, lockAccount, setBlocked } from "#accounts/server/users/users.service.ts";
import { reinstateUser, withdrawUser } from "#members/server/removal.service.ts";
import type { Action, Still } from "#moderation/contract.ts";
import type { DB } from "#platform/database/schema.ts";
import { hidePromptsOf, showPromptsOf } from "#prompts/server/hiding.service.ts";
import type { Case } from "./cases.queries.ts";
import { forgetDeletions, selectHoldings } from "./decisions.queries.ts";
import { isBlock, isHiding, type Standing, targetGone, undoneBy } from "./standing.ts";
import { contentOf, takesPrompts } from "./target-types.ts";

/** What is to be done to the target of a locked case. */
export interface Deed {
  row: Case;
  standing: Standing;
  action: Action;
  reason: string;
  /** A block hides what the user has published, to be deleted as what is removed. */
  takesContent?: boolean;
  /** Restoring ends the case's blocks alone, also one that no decision has begun. */
  unblocks?: boolean;
}

interface Effect {
  /** The decisions that it overturns. */
  undone: number[];
  /** Prompts that it has hidden with their author. */
  prompts: number;
  unblocks: boolean;
  /** What another decision keeps as it is. */
  still: Still;
  /** Whether it has given the content of the case back. */
  shows: boolean;
}

/** @throws AppError 409 `target_gone` when the author has deleted prompt or account meanwhile */
export async function act(trx: Transaction<DB>, deed: Deed): Promise<Effect> {
  const { row, action, takesContent, reason } = deed;
  const { author_id } = row;
  const done = (prompts = 0): Effect => ({ undone: [], prompts, unblocks: false, still: [], shows: false });
  switch (action) {
    case "remove":
    case "hide": {
      const content = contentOf(row);
      if (!content) {
        const prompts = await withdrawUser(trx, author_id);
        if (prompts === undefined) throw targetGone();
        return done(prompts);
      }
      if (!(await content.hide(trx, content.id, reason))) throw targetGone();
      await forgetDeletions(trx, row.id);
      return done();
    }
    case "block":
      await block(trx, author_id, true);
      return done(takesContent ? await hidePromptsOf(trx, author_id) : 0);
    case "keep":
    case "restore":
      return undo(trx, deed);
    default:
      return done();
  }
}

/**
 * Undoes decisions. What another one still holds stays as it is: an account is blocked, and its prompts are hidden with it,
 * while a decision that says so stands in any of its cases.
 */
async function undo(trx: Transaction<DB>, deed: Deed): Promise<Effect> {
  const { row, standing, action, unblocks = false } = deed;
  const { author_id } = row;
  const content = contentOf(row);
  const undone = undoneBy(standing, deed);
  const ids = undone.map(({ id }) => id);
  const holdings = await selectHoldings(trx, author_id);
  const left = holdings.filter(({ id }) => !ids.includes(id));
  const withAuthor = left.some(content?.isHeldBy ?? takesPrompts);
  const shows =
    content !== undefined && (undone.some(isHiding) || (action === "keep" && standing.hiddenAutomatically));
  if (shows) {
    const isThere = await content.show(trx, content.id, { holds: withAuthor, lifts: action === "restore" });
    if (!isThere && action === "restore") throw targetGone();
  }
  const reinstates = !content && undone.some(isHiding);
  if (reinstates && !(await reinstateUser(trx, author_id))) throw targetGone();
  const isUnblocking = unblocks || undone.some(isBlock);
  if (isUnblocking) await block(trx, author_id, left.some(isBlock));
  if (!left.some(takesPrompts) && holdings.some(takesPrompts)) await showPromptsOf(trx, author_id);
  const [author] = await findContacts(trx, [author_id]);
  // Ending all blocks ends the others in the same transaction.
  const isBlocked = (isUnblocking || reinstates) && !unblocks && author?.is_blocked === true;
  const still: Still = [
    ...(withAuthor && (shows || reinstates) ? (["away"] as const) : []),
    ...(isBlocked ? (["blocked"] as const) : []),
  ];
  return { undone: ids, prompts: 0, unblocks: isUnblocking && !isBlocked, still, shows };
}

async function block(trx: Transaction<DB>, id: string, blocked: boolean): Promise<void> {
  if (!(await lockAccount(trx, id))) throw targetGone();
  await setBlocked(trx, id, blocked);
}
