/** SQL of linked issuers. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** The account that an issuer's person opens. */
export async function selectIdentity(
  db: Kysely<DB>,
  { issuer, subject }: { issuer: string; subject: string },
) {
  return db
    .selectFrom("identities as i")
    .innerJoin("users as u", "u.id", "i.user_id")
    .where("i.issuer", "=", issuer)
    .where("i.subject", "=", subject)
    .select(["i.id", "u.id as user_id", "u.email", "u.username", "u.is_blocked", "u.email_confirmed_at"])
    .executeTakeFirst();
}

/** A user's linked issuers, in the order of linking: one of each. */
export async function selectIdentitiesOf(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("identities")
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .select(["id", "issuer", "email", "created_at", "last_used_at"])
    .execute();
}

/** @returns false when the person opens an account already, or the account has another one of the issuer */
export async function insertIdentity(
  trx: Transaction<DB>,
  identity: { user_id: string; issuer: string; subject: string; email: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("identities")
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateLastUse(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.updateTable("identities").set({ last_used_at: sql`now()` }).where("id", "=", id).execute();
}

export async function deleteIdentity(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.deleteFrom("identities").where("id", "=", id).execute();
}
