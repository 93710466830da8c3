/** SQL of passkeys, of spent challenges and of resets. */
import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import { deleteSessionsByPasskey, deleteSessionsOf } from "#accounts/server/sessions/sessions.queries.ts";
import { hasRows } from "#platform/database/rows.ts";
import type { DB, Passkeys } from "#platform/database/schema.ts";

/** The newest first. */
export function selectPasskeysOf(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("passkeys")
    .where("user_id", "=", userId)
    .select(["id", "credential_id", "transports", "name", "backed_up", "created_at", "last_used_at"])
    .orderBy("created_at", "desc")
    .execute();
}

export const hasPasskeys = (db: Kysely<DB>, userId: string) =>
  hasRows(db.selectFrom("passkeys").where("user_id", "=", userId));

/** Whether a user has passkeys, and whether there ever were any. */
export function selectWhetherPasskeys(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("users")
    .where("id", "=", userId)
    .select("had_passkey as had")
    .select(sql<boolean>`exists (select from passkeys where user_id = users.id)`.as("has"))
    .executeTakeFirstOrThrow();
}

/** When the day after a login by what the mailbox gives is over; undefined once it is. */
export async function selectEndOfFirstDay(db: Kysely<DB>, userId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom("users")
    .where("id", "=", userId)
    .where("entered_without_password_at", ">", sql<Date>`now() - interval '1 day'`)
    .select(sql<Date>`entered_without_password_at + interval '1 day'`.as("end"))
    .executeTakeFirst();
  return row?.end;
}

export async function noteHadPasskey(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx
    .updateTable("users")
    .set({ had_passkey: true })
    .where("id", "=", userId)
    .where("had_passkey", "=", false)
    .execute();
}

/** @returns undefined when somebody has that key already */
export function insertPasskey(trx: Transaction<DB>, passkey: Insertable<Passkeys>) {
  return trx
    .insertInto("passkeys")
    .values(passkey)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning(["id", "name", "backed_up", "created_at", "last_used_at"])
    .executeTakeFirst();
}

/** A passkey with its owner, by the authenticator's name for it. */
export function selectCredential(db: Kysely<DB>, credentialId: string) {
  return db
    .selectFrom("passkeys as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .where("p.credential_id", "=", credentialId)
    .select(["p.id", "p.public_key", "p.user_id", "u.email", "u.username", "u.is_blocked"])
    .executeTakeFirst();
}

/** @param trx must have locked the user, so that the counter stays as it is until the transaction ends */
export function selectCounter(trx: Transaction<DB>, id: string) {
  return trx.selectFrom("passkeys").where("id", "=", id).select("counter").executeTakeFirst();
}

export async function updateUse(
  trx: Transaction<DB>,
  id: string,
  used: { counter: number; backed_up: boolean },
): Promise<void> {
  await trx
    .updateTable("passkeys")
    .set({ ...used, last_used_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

/** @returns false when the user has no such passkey */
export async function renamePasskey(
  db: Kysely<DB>,
  userId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("passkeys")
    .set({ name })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Removes a passkey of a user, and ends the sessions that it opened. @param keep a session that stays, at the first level */
export async function deletePasskey(
  trx: Transaction<DB>,
  userId: string,
  id: string,
  keep: string,
): Promise<void> {
  await deleteSessionsByPasskey(trx, userId, id, keep);
  await trx.deleteFrom("passkeys").where("user_id", "=", userId).where("id", "=", id).execute();
}

/** Removes all passkeys of a user, and ends all sessions, whose devices are known no more. */
export async function deleteResetPasskeys(trx: Transaction<DB>, userId: string): Promise<void> {
  await deleteSessionsOf(trx, userId);
  await trx.deleteFrom("passkeys").where("user_id", "=", userId).execute();
}

/** Marks a challenge as answered. @returns false when it was before */
export async function insertSpentChallenge(
  trx: Transaction<DB>,
  challenge: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto("spent_challenges")
    .values({ challenge, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** Whether a challenge was answered, or a link used. */
export const isSpent = (db: Kysely<DB>, challenge: Buffer) =>
  hasRows(db.selectFrom("spent_challenges").where("challenge", "=", challenge));

export async function deleteSpentChallenges(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom("spent_challenges").where("expires_at", "<", sql<Date>`now()`).execute();
}

export function selectReset(db: Kysely<DB>, userId: string) {
  return db.selectFrom("passkey_resets").where("user_id", "=", userId).select("due_at").executeTakeFirst();
}

export async function insertReset(trx: Transaction<DB>, userId: string, dueAt: Date): Promise<void> {
  await trx.insertInto("passkey_resets").values({ user_id: userId, due_at: dueAt }).execute();
}

export async function deleteReset(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom("passkey_resets").where("user_id", "=", userId).execute();
}

/** Users whose reset is due. */
export function selectDueResets(db: Kysely<DB>) {
  return db.selectFrom("passkey_resets").where("due_at", "<=", sql<Date>`now()`).select("user_id").execute();
}
