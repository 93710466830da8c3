/** People who come into being without a sign-up: the admin, demo personas, personas of tests. */
import type { Transaction } from "kysely";
import type { DB } from "#platform/database.ts";
import { deleteSignupsOf } from "./signups.queries.ts";
import { usernameTaken } from "./usernames.ts";
import { claimName, insertUser, lockAddress, type NewUser, releaseNames } from "./users.queries.ts";

/**
 * Creates a person whose address counts as confirmed, with the name held for good. Sign-ups of the address end.
 * @param person a demo person cannot sign in, whatever the password
 * @returns the id, or undefined when the address already has an account
 * @throws AppError 422 when somebody else holds the name
 */
export async function createPerson(trx: Transaction<DB>, person: NewUser): Promise<string | undefined> {
  await lockAddress(trx, person.email);
  const id = await insertUser(trx, person);
  if (!id) return undefined;
  if (!(await claimName(trx, person.username, person.email, null))) throw usernameTaken();
  await deleteSignupsOf(trx, person.email);
  await releaseNames(trx, person.email, [person.username]);
  return id;
}
