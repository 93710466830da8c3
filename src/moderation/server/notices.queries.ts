/** SQL of what a user has been told: the decisions about the user's prompts and account. */
import { type Kysely, type SqlBool, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** Of what stays as it is a user is told only in answer to an appeal. */
const TOLD = sql<SqlBool>`(d.action <> 'keep' or exists (
  select from appeals told where told.answered_by = d.id and told.side = 'author'))`;

/** Decisions about a user, newest first, with the user's own appeals. */
export function selectNotices(db: Kysely<DB>, userId: string, most: number) {
  return db
    .selectFrom("decisions as d")
    .innerJoin("moderation_cases as c", "c.id", "d.case_id")
    .leftJoin("appeals as a", (join) => join.onRef("a.decision_id", "=", "d.id").on("a.side", "=", "author"))
    .leftJoin("decisions as answer", "answer.id", "a.answered_by")
    .where("c.author_id", "=", userId)
    .where(TOLD)
    .select(["d.id", "d.action", "d.ground", "d.reason", "d.decided_as", "d.overturned_by", "d.created_at"])
    .select(["d.read_at", "c.prompt_id", "c.reported_user_id", "c.label"])
    .select(["a.created_at as appealed_at", "a.outcome", "answer.reason as answer"])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("appeals as answered")
          .select("answered.id")
          .whereRef("answered.answered_by", "=", "d.id")
          .where("answered.side", "=", "author"),
      ).as("is_answer"),
    )
    .orderBy("d.id", "desc")
    .limit(most)
    .execute();
}

export async function countUnread(db: Kysely<DB>, userId: string): Promise<number> {
  const row = await db
    .selectFrom("decisions as d")
    .innerJoin("moderation_cases as c", "c.id", "d.case_id")
    .where("c.author_id", "=", userId)
    .where("d.read_at", "is", null)
    .where(TOLD)
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return row.n;
}

export async function markRead(db: Kysely<DB>, userId: string): Promise<void> {
  await sql`
    update decisions set read_at = now()
    where read_at is null and case_id in (select id from moderation_cases where author_id = ${userId})
  `.execute(db);
}
