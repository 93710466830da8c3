/** What moderation may do about a collection: make it private for a reason, and take that back. */
import type { Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import { lockCollection, setWithdrawn } from "./collections.queries.ts";
import type { LockedCollection } from "./collections.service.ts";

/**
 * Makes a public collection private; only moderation can make it public again. Clear the response cache afterwards.
 * @returns the collection as it was; undefined when there is no such public one
 */
export async function withdrawCollection(
  trx: Transaction<DB>,
  id: number,
  reason: string,
): Promise<LockedCollection | undefined> {
  const row = await lockCollection(trx, id);
  if (!row?.is_public) return undefined;
  await setWithdrawn(trx, id, reason);
  return row;
}

/** Takes it back: the collection is public again. @returns undefined when none such was withdrawn */
export async function restoreCollection(
  trx: Transaction<DB>,
  id: number,
): Promise<LockedCollection | undefined> {
  const row = await lockCollection(trx, id);
  if (!row?.withdrawn_at) return undefined;
  await setWithdrawn(trx, id, null);
  return row;
}
