/** Moderation's actions on a collection: make it private for a reason, take that back, delete it for good. */
import type { Kysely, Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import {
  deleteCollectionRow,
  endWithdrawal,
  selectForModeration,
  setWithdrawn,
} from "./collections.queries.ts";
import { lockCollection } from "./collections.shared.queries.ts";

/** A collection with its texts; `private` if its owner has made it so. Undefined when it is gone. */
export async function findForModeration(db: Kysely<DB>, id: number) {
  const row = await selectForModeration(db, id);
  return row && { ...row, private: !(row.withdrawn_at ? row.public_before_withdrawal : row.is_public) };
}

/**
 * Makes a collection private; only moderation can make it public again. Clear the response cache afterwards.
 * @returns false when it is gone
 */
export async function withdrawCollection(trx: Transaction<DB>, id: number, reason: string): Promise<boolean> {
  if (!(await lockCollection(trx, id))) return false;
  await setWithdrawn(trx, id, reason);
  return true;
}

/** Ends the withdrawal: a collection that was public is public again. @returns false when it is gone */
export async function restoreCollection(trx: Transaction<DB>, id: number): Promise<boolean> {
  if (!(await lockCollection(trx, id))) return false;
  await endWithdrawal(trx, id);
  return true;
}

/** Deletes a withdrawn collection for good. */
export async function eraseWithdrawn(trx: Transaction<DB>, id: number): Promise<void> {
  if ((await lockCollection(trx, id))?.withdrawn_at) await deleteCollectionRow(trx, id);
}
