/** SQL of hiding prompts; triggers keep lists, counts and search documents (`prompts_hide_or_show`). */
import { sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/**
 * Hides a locked prompt, or shows it again, by a decision of its own. One that is in that state already is only marked
 * as reviewed; with `withAuthor` it stays hidden with the author.
 */
export async function setHidden(
  trx: Transaction<DB>,
  id: number,
  {
    hidden,
    withAuthor = false,
    undecided = false,
  }: { hidden: boolean; withAuthor?: boolean; undecided?: boolean },
): Promise<void> {
  await (hidden
    ? sql`
        update prompts set hidden_at = coalesce(hidden_at, now()), hidden_with_author = false, in_review = false,
          hidden_undecided = ${undecided}::boolean and not in_review
        where id = ${id} and (hidden_at is null or hidden_with_author or in_review or hidden_undecided)`
    : sql`
        update prompts set hidden_with_author = ${withAuthor}, in_review = false, hidden_undecided = false,
          hidden_at = case when not ${withAuthor}::boolean then null else hidden_at end
        where id = ${id} and hidden_at is not null`
  ).execute(trx);
}

/** Hides the locked, public prompts of a user with the user, or shows those that were. @returns how many */
export async function setHiddenWithAuthor(
  trx: Transaction<DB>,
  userId: string,
  hidden: boolean,
): Promise<number> {
  const { numAffectedRows = 0n } = await (hidden
    ? sql`
        update prompts set hidden_at = now(), hidden_with_author = true
        where user_id = ${userId} and hidden_at is null`
    : sql`
        update prompts set hidden_at = null, hidden_with_author = false
        where user_id = ${userId} and hidden_with_author`
  ).execute(trx);
  return Number(numAffectedRows);
}

/** Hides a prompt of this transaction until it is reviewed. */
export async function setInReview(trx: Transaction<DB>, id: number): Promise<void> {
  await trx
    .updateTable("prompts")
    .set({ hidden_at: sql`now()`, in_review: true })
    .where("id", "=", id)
    .execute();
}
