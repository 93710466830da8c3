/** SQL of the weekly mail: subscriptions, which are due, and until when news were mailed. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** Asks for the mail; who has it keeps its day. */
export async function insertNewsMail(db: Kysely<DB>, userId: string): Promise<void> {
  await db
    .insertInto("news_mails")
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteNewsMail(db: Kysely<DB>, userId: string): Promise<void> {
  await db.deleteFrom("news_mails").where("user_id", "=", userId).execute();
}

/** Takes those who are due, longest first, and makes them due again in a week; other processes take others. */
export async function claimDue(trx: Transaction<DB>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    update news_mails m set next_at = now() + interval '7 days'
    from (
      select user_id from news_mails where next_at <= now()
      order by next_at limit ${limit} for update skip locked
    ) due
    where m.user_id = due.user_id
    returning m.user_id
  `.execute(trx);
  return rows.map(({ user_id }) => user_id);
}

/**
 * Who is to be told of what happened until then. Undefined when that was told, or the mail is not wanted any more, or the
 * account is blocked.
 */
export async function selectRecipient(db: Kysely<DB>, userId: string, until: Date) {
  return db
    .selectFrom("news_mails as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .where("m.user_id", "=", userId)
    .where("m.told_until", "<", until)
    .where("u.is_blocked", "=", false)
    .select(["u.email", "u.username", "m.told_until"])
    .executeTakeFirst();
}

/** Remembers until when news were mailed. */
export async function updateTold(db: Kysely<DB>, userId: string, until: Date): Promise<void> {
  await db
    .updateTable("news_mails")
    .set({ told_until: until })
    .where("user_id", "=", userId)
    .where("told_until", "<", until)
    .execute();
}
