/** Prevents a blocked user who deleted the account from registering the same address again (decision 10). */
import type { Kysely, Transaction } from "kysely";
import { selectUserByEmail } from "#accounts/server/users/users.queries.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { hasBarredAddress, insertBarredAddress } from "./barred-addresses.queries.ts";

const hashOf = ({ secrets }: Pick<Context, "secrets">, email: string) => secrets.mac("barred address", email);

/** Bars an address, in the transaction that deletes its account. @param email in lower case */
export async function barAddress(
  ctx: Pick<Context, "secrets">,
  trx: Transaction<DB>,
  email: string,
): Promise<void> {
  await insertBarredAddress(trx, hashOf(ctx, email));
}

/** Whether an address cannot register: it has an account or is barred, which looks the same from outside. */
export async function isAddressTaken(
  ctx: Pick<Context, "secrets">,
  db: Kysely<DB>,
  email: string,
): Promise<boolean> {
  // In this order: one commit replaces the account by the bar, so one of the two reads sees it.
  if (await selectUserByEmail(db, email)) return true;
  return hasBarredAddress(db, hashOf(ctx, email));
}
