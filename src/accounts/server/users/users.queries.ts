/** SQL of users and usernames. */
import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import { HIGHEST_BCRYPT_COST } from "#accounts/server/passwords/password-hash.ts";
import type { DB } from "#platform/database/schema.ts";
import type { LinkedRow, UserRow } from "./user-view.ts";

/** A user's linked issuers, as JSON; those of an account are few. */
const LINKED = sql<LinkedRow[]>`(
  select coalesce(json_agg(to_jsonb(i) - 'user_id' order by i.created_at), '[]') from identities i where i.user_id = users.id
)`.as("linked");

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
  sql<boolean>`password_hash is not null`.as("has_password"),
  LINKED,
] as const;

/**
 * Locks an address until the transaction ends: its sign-ups, confirmations and resends run one at a time, across processes.
 * @param email in lower case
 */
export async function lockAddress(trx: Transaction<DB>, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(trx);
}

/** Whether any issuer is linked to an account. */
export async function hasIdentities(db: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("identities")
    .where("user_id", "=", userId)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteIdentitiesOf(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom("identities").where("user_id", "=", userId).execute();
}

/** Ends what a user has begun to link: it must not come after a new password. */
export async function deleteFlowsOf(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom("issuer_flows").where("user_id", "=", userId).execute();
}

/** Ends what was begun at issuers with an address: links that were mailed for it. @param but the flow that goes on */
export async function deleteFlowsWithAddress(
  trx: Transaction<DB>,
  email: string,
  but: string | null,
): Promise<void> {
  await trx
    .deleteFrom("issuer_flows")
    .where("email", "=", email)
    .where("id", "is distinct from", but)
    .execute();
}

/** What a user can enter the account by. @param issuers that the site offers */
export async function selectWaysIn(db: Kysely<DB>, id: string, issuers: string[]) {
  return db
    .selectFrom("users")
    .where("id", "=", id)
    .select(sql<boolean>`password_hash is not null`.as("hasPassword"))
    .select(
      sql<number>`(select count(*)::int from identities where user_id = users.id and issuer = any(${issuers}::text[]))`.as(
        "identities",
      ),
    )
    .select(sql<number>`(select count(*)::int from passkeys where user_id = users.id)`.as("passkeys"))
    .executeTakeFirstOrThrow();
}

export async function selectUser(db: Kysely<DB>, id: string): Promise<UserRow | undefined> {
  const row = await db.selectFrom("users").where("id", "=", id).select(VIEWED).executeTakeFirst();
  return row as UserRow | undefined;
}

/** Columns for sign-in and recovery. */
export async function selectUserByEmail(db: Kysely<DB>, email: string) {
  return db
    .selectFrom("users")
    .where("email", "=", email)
    .select(["id", "username", "password_hash", "is_blocked", "is_demo", "email_confirmed_at"])
    .executeTakeFirst();
}

/** @returns null for a user without password, undefined for an unknown user */
export async function selectPasswordHash(db: Kysely<DB>, id: string): Promise<string | null | undefined> {
  const row = await db.selectFrom("users").where("id", "=", id).select("password_hash").executeTakeFirst();
  return row?.password_hash;
}

/** The highest cost of bcrypt hashes, which were moved in; 0 without any. Two look-ups in indexes that are mostly empty. */
export async function selectBcryptCost(db: Kysely<DB>): Promise<number> {
  const of = (table: "users" | "signups") => sql`
    select max(substr(password_hash, 5, 2)) from ${sql.table(table)} where password_hash like '$2_$__$%'`;
  const { rows } = await sql<{ cost: string | null }>`
    select greatest((${of("users")}), (${of("signups")})) as cost`.execute(db);
  return Math.min(Number(rows[0]?.cost ?? 0), HIGHEST_BCRYPT_COST);
}

/**
 * Notes that somebody comes in by what the mailbox gives. Again within two days it changes nothing: nobody is to keep the owner
 * waiting by coming each day.
 */
export async function noteEnteredWithoutPassword(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable("users")
    .set({ entered_without_password_at: sql`now()` })
    .where("id", "=", id)
    .where(
      sql<SqlBool>`(entered_without_password_at is null or entered_without_password_at < now() - interval '2 days')`,
    )
    .execute();
}

/** @returns whether the account still had the hash that is replaced */
export async function replacePasswordHash(
  db: Kysely<DB>,
  id: string,
  from: string,
  to: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set({ password_hash: to })
    .where("id", "=", id)
    .where("password_hash", "=", from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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

/** An account of the site where this one was before, as it was there. */
export interface MovedUser {
  id: string;
  /** In lower case. */
  email: string;
  /** Null: gets in by "forgot password". */
  passwordHash: string | null;
  metadata: Record<string, unknown>;
  isBlocked: boolean;
  /** As PostgreSQL writes times: a Date would lose the microseconds. */
  confirmedAt: string;
  createdAt: string;
  lastSignInAt: string | null;
}

export async function insertMovedUser(
  trx: Transaction<DB>,
  user: MovedUser & { username: string },
): Promise<void> {
  await trx
    .insertInto("users")
    .values({
      ...{ id: user.id, email: user.email, username: user.username, password_hash: user.passwordHash },
      ...{ metadata: JSON.stringify(user.metadata), is_blocked: user.isBlocked },
      ...{ email_confirmed_at: user.confirmedAt, created_at: user.createdAt },
      last_sign_in_at: user.lastSignInAt,
    })
    .execute();
}

/** The account with an id or an address, that of the id first, locked; removed ones too. */
export async function lockMovedUser(trx: Transaction<DB>, { id, email }: Pick<MovedUser, "id" | "email">) {
  const { rows } = await sql<{
    id: string;
    email: string;
    username: string;
    password_hash: string | null;
    is_blocked: boolean;
  }>`select id, email, username, password_hash, is_blocked from users where id = ${id} or email = ${email}
    order by id = ${id} desc for no key update`.execute(trx);
  return rows;
}

/** What has changed at the old site since the account was moved; without a change, nothing is written. */
export async function updateMovedUser(
  trx: Transaction<DB>,
  id: string,
  changes: { email: string; passwordHash: string | null; isBlocked: boolean; createdAt: string },
): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      ...{ email: changes.email, password_hash: changes.passwordHash, is_blocked: changes.isBlocked },
      created_at: changes.createdAt,
      updated_at: sql`now()`,
    })
    .where("id", "=", id)
    .where(
      sql<SqlBool>`(email, password_hash, is_blocked, created_at)
        is distinct from (${changes.email}, ${changes.passwordHash}, ${changes.isBlocked}::boolean, ${changes.createdAt}::timestamptz)`,
    )
    .execute();
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

/** Keys by which a name is claimed: itself, and its look-alike (`username_claims`). */
const keysOf = (username: string) => sql`array[fold(${username}), '=' || look_key(${username})]`;

/**
 * Whether a name, or one that looks like it, is another address's, by a user or a pending sign-up. Two index look-ups.
 * @param present the user's present name: a spelling that looks like it is theirs, unless another address has it to the letter
 */
export async function isNameHeldByOthers(
  db: Kysely<DB>,
  username: string,
  email: string,
  present: string | null = null,
): Promise<boolean> {
  const isNew = sql<boolean>`look_key(${username}) is distinct from look_key(${present})`;
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from username_claims
      where username_key = any(${keysOf(username)}) and email <> ${email} and (expires_at is null or expires_at > now())
        and (username_key = fold(${username}) or ${isNew})
    ) or exists (
      select from users
      where look_key(username) = look_key(${username}) and email <> ${email}
        and (fold(username) = fold(${username}) or ${isNew})
    ) as held`.execute(db);
  return rows[0]?.held ?? false;
}

/**
 * Claims a name for an address, permanently or while a sign-up is pending. Of two concurrent claims one succeeds.
 * @param expiresAt null for permanently
 * @param present as for {@link isNameHeldByOthers}
 * @returns false when another address holds it, or one that looks like it
 */
export async function claimName(
  trx: Transaction<DB>,
  username: string,
  email: string,
  expiresAt: Date | null,
  present: string | null = null,
): Promise<boolean> {
  await sql`
    insert into username_claims as held (username_key, email, expires_at)
    select key, ${email}, ${expiresAt}::timestamptz from unnest(${keysOf(username)}) key
    on conflict (username_key) do update set email = excluded.email, expires_at = excluded.expires_at
      where held.email = excluded.email or held.expires_at <= now()`.execute(trx);
  return !(await isNameHeldByOthers(trx, username, email, present));
}

/** Moves a pending sign-up's name to another address. */
export async function moveName(
  trx: Transaction<DB>,
  username: string,
  from: string,
  to: string,
): Promise<void> {
  await sql`
    update username_claims set email = ${to} where username_key = any(${keysOf(username)}) and email = ${from}
  `.execute(trx);
}

/** Releases the names of an address that neither its user nor its pending sign-ups bear any more. */
export async function releaseUnusedNames(trx: Transaction<DB>, email: string): Promise<void> {
  await sql`
    delete from username_claims
    where email = ${email} and username_key <> all(
      select unnest(array[fold(username), '=' || look_key(username)]) from (
        select username from users where email = ${email}
        union all select username from signups where email = ${email} and expires_at > now()
      ) held
    )
  `.execute(trx);
}

export async function deleteExpiredNames(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom("username_claims").where("expires_at", "<", sql<Date>`now()`).execute();
}
