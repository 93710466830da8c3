/** SQL of one-time tokens in mails. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** A confirmation token belongs to a sign-up, a recovery token to a user: mailed, or handed over by the operator. */
export type TokenOwner = { signupId: string } | { userId: string; isMailed: boolean };

export async function insertToken(
  db: Kysely<DB>,
  token: { id: string; owner: TokenOwner; hash: Buffer; expiresAt: Date },
): Promise<void> {
  const { owner } = token;
  await db
    .insertInto("one_time_tokens")
    .values({
      id: token.id,
      token_hash: token.hash,
      expires_at: token.expiresAt,
      ...("signupId" in owner
        ? { kind: "confirmation", signup_id: owner.signupId }
        : { kind: "recovery", user_id: owner.userId, is_mailed: owner.isMailed }),
    })
    .execute();
}

/**
 * A valid token with what it is for: the account that it recovers, or the sign-up that it confirms, with that one's
 * secrets and the number of other pending sign-ups of the address. Undefined when it is spent, expired or unknown.
 */
export async function selectToken(db: Kysely<DB>, by: { hash: Buffer } | { id: string }) {
  return db
    .selectFrom("one_time_tokens as t")
    .leftJoin("signups as s", "s.id", "t.signup_id")
    .leftJoin("users as u", "u.id", "t.user_id")
    .where("t.expires_at", ">", sql<Date>`now()`)
    .where((is) => ("id" in by ? is("t.id", "=", by.id) : is("t.token_hash", "=", by.hash)))
    .select([
      "t.id",
      "t.kind",
      "t.signup_id",
      "t.user_id",
      "t.is_mailed",
      "u.is_blocked",
      "s.password_hash",
      "s.browser_hash",
      "s.created_at as signed_up_at",
      sql<string>`coalesce(s.email, u.email)`.as("email"),
      sql<string>`coalesce(s.username, u.username)`.as("username"),
      sql<number>`(
        select count(*) from signups as o where o.email = s.email and o.id <> s.id and o.expires_at > now()
      )`.as("others_waiting"),
    ])
    .executeTakeFirst();
}

/** A user's recovery token that is valid at least until then: the one that expires last. */
export async function selectRecoveryToken(db: Kysely<DB>, userId: string, until: Date) {
  return db
    .selectFrom("one_time_tokens")
    .where("user_id", "=", userId)
    .where("expires_at", ">=", until)
    .orderBy("expires_at", "desc")
    .limit(1)
    .select(["id", "token_hash"])
    .executeTakeFirst();
}

/** SQL: whether selectToken finds the token. @param id an SQL expression */
export const isTokenLive = (id: string) =>
  `exists (select from one_time_tokens where id = ${id} and expires_at > now())`;

/** The tokens of sign-ups. */
export async function selectTokensOfSignups(db: Kysely<DB>, signupIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("one_time_tokens")
    .where("signup_id", "in", signupIds)
    .select("id")
    .execute();
  return rows.map((row) => row.id);
}

/** Marks a token as spent. @returns false when it already was */
export async function deleteToken(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom("one_time_tokens").where("id", "=", id).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Invalidates all tokens mailed to a user. */
export async function deleteTokensOf(db: Kysely<DB>, userId: string): Promise<void> {
  await db.deleteFrom("one_time_tokens").where("user_id", "=", userId).execute();
}

export async function deleteExpiredTokens(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom("one_time_tokens").where("expires_at", "<", sql<Date>`now()`).execute();
}
