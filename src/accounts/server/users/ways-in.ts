/** What an account can be entered by. The last way is never taken away. */
import type { Transaction } from "kysely";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { selectWaysIn } from "./users.queries.ts";

export interface WaysIn {
  hasPassword: boolean;
  /** Linked issuers that the site offers. */
  identities: number;
  passkeys: number;
}

/** Whether an account keeps a way in when one of these is taken away. */
export const hasAnotherWayIn = ({ hasPassword, identities, passkeys }: WaysIn): boolean =>
  Number(hasPassword) + identities + passkeys > 1;

/** Whether a user keeps a way in when one is taken away: no issuer opens the admin's account. @param trx must have locked the user */
export const keepsAWayIn = async (
  { config }: Pick<Context, "config">,
  trx: Transaction<DB>,
  { id, email }: { id: string; email: string },
): Promise<boolean> => {
  const issuers = email === config.adminEmail ? [] : config.issuers.map(({ url }) => url);
  return hasAnotherWayIn(await selectWaysIn(trx, id, issuers));
};
