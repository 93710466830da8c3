/** SQL of pending sign-ups. */
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { DB, Signups } from "#platform/database/schema.ts";

export interface NewSignup {
  email: string;
  username: string;
  passwordHash: string;
  metadata: Record<string, unknown>;
  /** Hash of the signing-up browser's secret; null when it sent none. */
  browserHash: Buffer | null;
  /** Keyed hash of the network that it comes from. */
  networkHash: Buffer;
}

/** A sign-up that has not expired. */
export type Signup = Selectable<Signups> & Pick<NewSignup, "metadata">;

export async function insertSignup(db: Kysely<DB>, signup: NewSignup): Promise<Signup> {
  const row = await db
    .insertInto("signups")
    .values({
      email: signup.email,
      username: signup.username,
      password_hash: signup.passwordHash,
      metadata: JSON.stringify(signup.metadata),
      browser_hash: signup.browserHash,
      network_hash: signup.networkHash,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as Signup;
}

/** One of the site where this one was before, whose address was never confirmed; does nothing when it is there already. */
export async function insertMovedSignup(
  trx: Transaction<DB>,
  signup: Pick<NewSignup, "email" | "username" | "passwordHash" | "metadata"> & { id: string },
): Promise<Date | undefined> {
  const row = await trx
    .insertInto("signups")
    .values({
      ...{ id: signup.id, email: signup.email, username: signup.username },
      ...{ password_hash: signup.passwordHash, metadata: JSON.stringify(signup.metadata) },
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("expires_at")
    .executeTakeFirst();
  return row?.expires_at;
}

/** Pending sign-ups of an address, newest first. */
export async function selectLiveSignups(db: Kysely<DB>, email: string): Promise<Signup[]> {
  const rows = await db
    .selectFrom("signups")
    .where("email", "=", email)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("created_at", "desc")
    .selectAll()
    .execute();
  return rows as Signup[];
}

/**
 * Whether somebody else signed up an address with a sign-up's name, or one that looks like it, before whoever made that one.
 * @param own ids of sign-ups of the address that are theirs; those of the same browser, or network where none is known, are too
 */
export async function isNameOfEarlier(
  trx: Transaction<DB>,
  {
    email,
    username,
    network_hash,
    browser_hash,
  }: Pick<Signup, "email" | "username" | "network_hash" | "browser_hash">,
  own: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ is_own: boolean }>`
    select id = any(${own}::uuid[]) or case when browser_hash is null
        then network_hash is not distinct from ${network_hash}
        else browser_hash is not distinct from ${browser_hash} end as is_own
    from signups
    where email = ${email} and expires_at > now()
      and (fold(username) = fold(${username}) or look_key(username) = look_key(${username}))
    order by created_at limit 1`.execute(trx);
  return rows[0]?.is_own === false;
}

/** Deletes a pending sign-up and returns it; undefined when another confirmation was faster. */
export async function takeSignup(trx: Transaction<DB>, id: string): Promise<Signup | undefined> {
  const row = await trx
    .deleteFrom("signups")
    .where("id", "=", id)
    .where("expires_at", ">", sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
  return row as Signup | undefined;
}

export async function deleteSignups(db: Kysely<DB>, signups: Pick<Signup, "id">[]): Promise<void> {
  const ids = signups.map(({ id }) => id);
  if (ids.length) await db.deleteFrom("signups").where("id", "in", ids).execute();
}

export async function deleteSignupsOf(db: Kysely<DB>, email: string): Promise<void> {
  await db.deleteFrom("signups").where("email", "=", email).execute();
}

export async function updateConfirmationSentAt(db: Kysely<DB>, ids: string[], at: Date): Promise<void> {
  await db.updateTable("signups").set({ confirmation_sent_at: at }).where("id", "in", ids).execute();
}

export async function deleteExpiredSignups(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom("signups").where("expires_at", "<", sql<Date>`now()`).execute();
}
