/** Keeps the address of a blocked person who left from opening the next account at once (decision 10). */
import type { Kysely, Transaction } from "kysely";
import { selectUserByEmail } from "#accounts/server/users/users.queries.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { hasBarredAddress, insertBarredAddress } from "./barred-addresses.queries.ts";

/** As long as the records of access, the only other thing that is left of whoever leaves. */
const BARRED_DAYS = 183;

const hashOf = ({ secrets }: Pick<Context, "secrets">, email: string) => secrets.mac("barred address", email);

/** Bars an address, in the transaction that removes its account. @param email in lower case */
export async function barAddress(
  ctx: Pick<Context, "secrets">,
  trx: Transaction<DB>,
  email: string,
): Promise<void> {
  await insertBarredAddress(trx, hashOf(ctx, email), BARRED_DAYS);
}

/** Whether an address opens no account: it has one, or is barred, which looks the same to everybody. */
export async function isAddressTaken(
  ctx: Pick<Context, "secrets">,
  db: Kysely<DB>,
  email: string,
): Promise<boolean> {
  // In this order: the account and its bar change hands in one commit, and one of the two must be seen.
  if (await selectUserByEmail(db, email)) return true;
  return hasBarredAddress(db, hashOf(ctx, email));
}
