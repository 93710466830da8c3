/** SQL of users and usernames. */
import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import type { UserRow } from "./user-view.ts";

const VIEWED = [
  "id",
  "email",
  "username",
  "metadata",
  "email_confirmed_at",
  "recovery_sent_at",
  "last_sign_in_at",
  "created_at",
  "updated_at",
] as const;

/**
 * Locks an address until the transaction ends: its sign-ups, confirmations and resends run one at a time, across processes.
 * @param email in lower case
 */
export async function lockAddress(trx: Transaction<DB>, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(trx);
}

export async function selectUser(db: Kysely<DB>, id: string): Promise<UserRow | undefined> {
  const row = await db.selectFrom("users").where("id", "=", id).select(VIEWED).executeTakeFirst();
  return row as UserRow | undefined;
}

/** Public columns of a user, and whether the account is removed; undefined when there is none. */
export function selectPublicUser(db: Kysely<DB>, id: string) {
  return db
    .selectFrom("users")
    .where("id", "=", id)
    .select(["id", "username", "created_at", "removed_at"])
    .executeTakeFirst();
}

/** Columns for sign-in and recovery. */
export async function selectUserByEmail(db: Kysely<DB>, email: string) {
  return db
    .selectFrom("users")
    .where("email", "=", email)
    .select(["id", "username", "password_hash", "is_blocked", "is_demo", "email_confirmed_at"])
    .executeTakeFirst();
}

/** What moderation needs to know of users: their addresses, and how they stand. */
export function selectContacts(db: Kysely<DB>, ids: string[]) {
  return db
    .selectFrom("users")
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .select(["id", "email", "username", "is_blocked", "is_demo", "created_at", "removed_at"])
    .execute();
}

/** Whether an account is in its first day. */
export async function selectIsNew(db: Kysely<DB>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .where("id", "=", id)
    .select(sql<boolean>`created_at > now() - interval '1 day'`.as("is_new"))
    .executeTakeFirst();
  return row?.is_new === true;
}

/** @returns null for a user without password, undefined for an unknown user */
export async function selectPasswordHash(db: Kysely<DB>, id: string): Promise<string | null | undefined> {
  const row = await db.selectFrom("users").where("id", "=", id).select("password_hash").executeTakeFirst();
  return row?.password_hash;
}

export interface NewUser {
  /** Id of the sign-up, if any. */
  id?: string;
  email: string;
  username: string;
  passwordHash: string | null;
  metadata?: Record<string, unknown>;
  isDemo?: boolean;
}

/** @returns the id, or undefined when the address already has an account */
export async function insertUser(db: Kysely<DB>, user: NewUser): Promise<string | undefined> {
  const row = await db
    .insertInto("users")
    .values({
      ...(user.id && { id: user.id }),
      email: user.email,
      username: user.username,
      password_hash: user.passwordHash,
      metadata: JSON.stringify(user.metadata ?? {}),
      is_demo: user.isDemo ?? false,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Records a sign-in and reads its user. */
export async function updateLastSignIn(db: Kysely<DB>, id: string): Promise<UserRow> {
  const row = await db
    .updateTable("users")
    .set({ last_sign_in_at: sql`now()` })
    .where("id", "=", id)
    .returning(VIEWED)
    .executeTakeFirstOrThrow();
  return row as UserRow;
}

export async function updateUser(
  db: Kysely<DB>,
  id: string,
  changes: { passwordHash?: string; username?: string; metadata?: Record<string, unknown> },
): Promise<void> {
  await db
    .updateTable("users")
    .set({
      updated_at: sql`now()`,
      ...(changes.passwordHash !== undefined && { password_hash: changes.passwordHash }),
      ...(changes.username !== undefined && { username: changes.username }),
      ...(changes.metadata !== undefined && { metadata: JSON.stringify(changes.metadata) }),
    })
    .where("id", "=", id)
    .execute();
}

/** A user's row, locked until the transaction ends, so that concurrent changes do not undo each other. */
export async function lockUser(trx: Transaction<DB>, id: string): Promise<UserRow | undefined> {
  const query = trx.selectFrom("users").where("id", "=", id).select(VIEWED).forNoKeyUpdate();
  return (await query.executeTakeFirst()) as UserRow | undefined;
}

/**
 * Locks a user until the transaction ends, by the strongest row lock: no row that references the user can be inserted
 * meanwhile.
 */
export function lockAccount(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom("users")
    .where("id", "=", id)
    .select(["id", "email", "username", "is_blocked", "is_demo", "removed_at"])
    .forUpdate()
    .executeTakeFirst();
}

/** The weakest row lock: allows concurrent inserts for the user, but neither blocking nor removing the user meanwhile. */
export function selectUserForAdding(trx: Transaction<DB>, id: string) {
  return trx.selectFrom("users").where("id", "=", id).select("is_blocked").forKeyShare().executeTakeFirst();
}

/** Call it under `lockAccount`, which blocks concurrent inserts. Of a removed account it says how it is once it is back. */
export async function updateBlocked(trx: Transaction<DB>, id: string, blocked: boolean): Promise<void> {
  await sql`
    update users set updated_at = now(), is_blocked = ${blocked} or removed_at is not null,
      blocked_before_removal = case when removed_at is not null then ${blocked}::boolean end
    where id = ${id}`.execute(trx);
}

/** Removes an account, or brings it back as it was, under `lockAccount`. One in that state already stays as it is. */
export async function updateRemoved(trx: Transaction<DB>, id: string, removed: boolean): Promise<void> {
  await (removed
    ? sql`
        update users set updated_at = now(), removed_at = now(), blocked_before_removal = is_blocked, is_blocked = true
        where id = ${id} and removed_at is null`
    : sql`
        update users set updated_at = now(), removed_at = null, is_blocked = blocked_before_removal,
          blocked_before_removal = null
        where id = ${id} and removed_at is not null`
  ).execute(trx);
}

export async function deleteUser(db: Kysely<DB>, id: string): Promise<void> {
  await db.deleteFrom("users").where("id", "=", id).execute();
}

export async function updateRecoverySentAt(db: Kysely<DB>, id: string, at: Date): Promise<void> {
  await db.updateTable("users").set({ recovery_sent_at: at }).where("id", "=", id).execute();
}

/** Whether another address holds a name, by a user or a pending sign-up. Two index look-ups. */
export async function isNameHeldByOthers(db: Kysely<DB>, username: string, email: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from username_claims
      where username_key = fold(${username}) and email <> ${email} and (expires_at is null or expires_at > now())
    ) or exists (
      select from users where fold(username) = fold(${username}) and email <> ${email}
    ) as held`.execute(db);
  return rows[0]?.held ?? false;
}

/**
 * Claims a name for an address, permanently or while a sign-up is pending. Of two concurrent claims one succeeds.
 * @param expiresAt null for permanently
 * @returns false when another address holds it
 */
export async function claimName(
  trx: Transaction<DB>,
  username: string,
  email: string,
  expiresAt: Date | null,
): Promise<boolean> {
  const { rows } = await sql`
    insert into username_claims as held (username_key, email, expires_at)
    values (fold(${username}), ${email}, ${expiresAt})
    on conflict (username_key) do update set email = excluded.email, expires_at = excluded.expires_at
      where held.email = excluded.email or held.expires_at <= now()
    returning username_key`.execute(trx);
  return rows.length === 1 && !(await isNameHeldByOthers(trx, username, email));
}

/** Moves a pending sign-up's name to another address. */
export async function moveName(
  trx: Transaction<DB>,
  username: string,
  from: string,
  to: string,
): Promise<void> {
  await sql`
    update username_claims set email = ${to} where username_key = fold(${username}) and email = ${from}
  `.execute(trx);
}

/** Releases the names of an address that neither its user nor its pending sign-ups bear any more. */
export async function releaseUnusedNames(trx: Transaction<DB>, email: string): Promise<void> {
  await sql`
    delete from username_claims
    where email = ${email} and username_key <> all(
      select fold(username) from users where email = ${email}
      union all select fold(username) from signups where email = ${email} and expires_at > now()
    )
  `.execute(trx);
}

export async function deleteExpiredNames(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom("username_claims").where("expires_at", "<", sql<Date>`now()`).execute();
}
