/** SQL of one-time tokens in mails. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** A confirmation token belongs to a sign-up, a recovery token to a user. */
export type TokenOwner = { signupId: string } | { userId: string };

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
        : { kind: "recovery", user_id: owner.userId }),
    })
    .execute();
}

/** Valid tokens, each joined with its sign-up `s` or its user `u`. */
const liveTokens = (db: Kysely<DB>) =>
  db
    .selectFrom("one_time_tokens as t")
    .leftJoin("signups as s", "s.id", "t.signup_id")
    .leftJoin("users as u", "u.id", "t.user_id")
    .where("t.expires_at", ">", sql<Date>`now()`);

/** A valid token with the address it was mailed to; at least one of the names is null. */
export async function selectTokenByHash(db: Kysely<DB>, hash: Buffer) {
  return liveTokens(db)
    .where("t.token_hash", "=", hash)
    .select(["t.id", "t.kind", "t.signup_id", "t.user_id", "s.email", "u.is_blocked"])
    .executeTakeFirst();
}

/** The purpose and account of a link; for a sign-up also its secrets. Undefined when the token is invalid. */
export async function selectLink(db: Kysely<DB>, hash: Buffer) {
  return liveTokens(db)
    .where("t.token_hash", "=", hash)
    .select([
      "t.kind",
      "s.id as signup_id",
      "s.password_hash",
      "s.browser_hash",
      "s.created_at as signed_up_at",
      sql<string>`coalesce(s.email, u.email)`.as("email"),
      sql<string>`coalesce(s.username, u.username)`.as("username"),
      othersWaiting.as("others_waiting"),
    ])
    .executeTakeFirst();
}

/** SQL: number of other pending sign-ups of the same address as `s`. */
const othersWaiting = sql<number>`(
  select count(*) from signups as o where o.email = s.email and o.id <> s.id and o.expires_at > now()
)`;

/** Recipient and username for a token's mail; undefined when the token is spent or expired. */
export async function selectTokenForMail(db: Kysely<DB>, id: string) {
  return liveTokens(db)
    .where("t.id", "=", id)
    .select([
      "t.kind",
      sql<string>`coalesce(s.email, u.email)`.as("email"),
      sql<string>`coalesce(s.username, u.username)`.as("username"),
      "s.created_at as signed_up_at",
      othersWaiting.as("others_waiting"),
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

/** SQL: whether selectTokenForMail finds the token. @param id an SQL expression */
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
