/** SQL of hiding prompts; triggers keep lists, counts and search documents (migration 0016). */
import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import { tagNames } from "./prompts.queries.ts";

/**
 * Hides a locked prompt, or shows it again, by a decision of its own. One that is in that state already stays as it is, but is reviewed;
 * with `withAuthor` it stays hidden with the author.
 */
export async function setHidden(
  trx: Transaction<DB>,
  id: number,
  { hidden, withAuthor = false }: { hidden: boolean; withAuthor?: boolean },
): Promise<void> {
  await (hidden
    ? sql`
        update prompts set hidden_at = coalesce(hidden_at, now()), hidden_with_author = false, in_review = false
        where id = ${id} and (hidden_at is null or hidden_with_author or in_review)`
    : sql`
        update prompts set hidden_with_author = ${withAuthor}, in_review = false,
          hidden_at = case when not ${withAuthor}::boolean then null else hidden_at end
        where id = ${id} and hidden_at is not null`
  ).execute(trx);
}

/** Hides the locked, public prompts of a user with the user, or shows those that were. @returns how many */
export async function setHiddenWithAuthor(
  trx: Transaction<DB>,
  userId: string,
  hidden: boolean,
): Promise<number> {
  const { numAffectedRows = 0n } = await (hidden
    ? sql`
        update prompts set hidden_at = now(), hidden_with_author = true
        where user_id = ${userId} and hidden_at is null`
    : sql`
        update prompts set hidden_at = null, hidden_with_author = false
        where user_id = ${userId} and hidden_with_author`
  ).execute(trx);
  return Number(numAffectedRows);
}

/** Hides a prompt of this transaction until it is reviewed. */
export async function setInReview(trx: Transaction<DB>, id: number): Promise<void> {
  await trx
    .updateTable("prompts")
    .set({ hidden_at: sql`now()`, in_review: true })
    .where("id", "=", id)
    .execute();
}

/** Of some prompt ids, those that are hidden. */
export async function selectHiddenOf(db: Kysely<DB>, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom("prompts")
    .select("id")
    .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
    .where("hidden_at", "is not", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** The newest public prompt that a user has published since. */
export async function selectNewestOf(
  db: Kysely<DB>,
  userId: string,
  since: Date,
): Promise<number | undefined> {
  const newest = await db
    .selectFrom("prompts")
    .select("id")
    .where("user_id", "=", userId)
    .where("hidden_at", "is", null)
    .where("created_at", ">", since)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.id;
}

/** A prompt as moderation sees it, hidden or not. */
export async function selectForModeration(db: Kysely<DB>, id: number) {
  return db
    .selectFrom("prompts as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .innerJoin("images as i", "i.hash", "p.image_hash")
    .leftJoin("remixes as r", "r.prompt_id", "p.id")
    .where("p.id", "=", id)
    .select(["p.id", "p.title", "p.content", "p.description", "r.note as remix_note", "p.edited_at"])
    .select(["p.version", "p.version_at", tagNames.as("tags")])
    .select(["p.hidden_at", "p.hidden_with_author", "p.in_review", "p.user_id", "u.username"])
    .select(["p.image_hash", "p.image_alt", "i.width", "i.height", "i.animated", "i.color"])
    .executeTakeFirst();
}
