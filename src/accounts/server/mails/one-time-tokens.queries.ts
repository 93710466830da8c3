/** SQL of the tokens that mails carry. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** A confirmation belongs to a sign-up, a recovery to a person. */
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

/** Tokens that can still be used, each with its sign-up `s` or its person `u`. */
const liveTokens = (db: Kysely<DB>) =>
  db
    .selectFrom("one_time_tokens as t")
    .leftJoin("signups as s", "s.id", "t.signup_id")
    .leftJoin("users as u", "u.id", "t.user_id")
    .where("t.expires_at", ">", sql<Date>`now()`);

/** A token that can still be used, with the address it was mailed to; both names are null or one is. */
export async function selectTokenByHash(db: Kysely<DB>, hash: Buffer) {
  return liveTokens(db)
    .where("t.token_hash", "=", hash)
    .select(["t.id", "t.kind", "t.signup_id", "t.user_id", "s.email", "u.is_blocked"])
    .executeTakeFirst();
}

/** What a link is for and whom it names; of a sign-up also what proves that it is one's own. Undefined when it is void. */
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

/** In SQL, how many sign-ups of the same address wait beside sign-up `s`. */
const othersWaiting = sql<number>`(
  select count(*) from signups as o where o.email = s.email and o.id <> s.id and o.expires_at > now()
)`;

/** What a mail needs of the token it carries: to whom, and who that is; undefined when the token is spent or expired. */
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

/** A person's recovery token that lives until then at least: the one that lives longest. */
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

/** In SQL, whether selectTokenForMail finds the token of that id. @param id an expression */
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

/** Spends a token. @returns false when it was spent before */
export async function deleteToken(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom("one_time_tokens").where("id", "=", id).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Voids what was mailed to a person. */
export async function deleteTokensOf(db: Kysely<DB>, userId: string): Promise<void> {
  await db.deleteFrom("one_time_tokens").where("user_id", "=", userId).execute();
}

export async function deleteExpiredTokens(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom("one_time_tokens").where("expires_at", "<", sql<Date>`now()`).execute();
}
