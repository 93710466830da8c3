/** SQL of the decisions about a user's prompts and account, and of the user's notices. */
import { type Kysely, type SqlBool, sql } from "kysely";
import type { Action, Ground, Remaining } from "#moderation/contract.ts";
import { TARGET_IDS } from "#moderation/server/cases/cases.queries.ts";
import { type Appeal, answeredBy, UNDID } from "#moderation/server/cases/decisions.queries.ts";
import { countRows } from "#platform/database/rows.ts";
import type { DB } from "#platform/database/schema.ts";

/** Decisions that a user gets as notices: that something was kept is news only in answer to an appeal. */
const IS_NOTICE = sql<SqlBool>`(d.action <> 'keep' or exists (
  select from appeals answered where answered.answered_by = d.id and answered.side = 'author'))`;
/** Whether the user has no appeal against a decision, because it answers one. */
const IS_ANSWER = sql<boolean>`exists (select from ${answeredBy(sql.ref("d.id"))} and answered.side = 'author')`;

/** Decisions about a user, with the user's own appeals. */
const decisionsAbout = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom("decisions as d")
    .innerJoin("moderation_cases as c", "c.id", "d.case_id")
    .leftJoin("appeals as a", (join) => join.onRef("a.decision_id", "=", "d.id").on("a.side", "=", "author"))
    .leftJoin("decisions as answer", "answer.id", "a.answered_by")
    .where("c.author_id", "=", userId)
    .select(["d.id", "d.action", "d.ground", "d.reason", "d.decided_as", "d.overturned_by", "d.created_at"])
    .select(["c.label", ...TARGET_IDS.map((id) => `c.${id}` as const)])
    .select(["a.created_at as appealed_at", "a.outcome", "answer.reason as answer"])
    .$narrowType<{ action: Action; ground: Ground; outcome: Appeal["outcome"] }>();

/** A user's notices, newest first. */
export function selectNotices(db: Kysely<DB>, userId: string, most: number) {
  return decisionsAbout(db, userId)
    .where(IS_NOTICE)
    .select(["d.delete_at", "d.read_at", "d.still", "c.deadline"])
    .select([IS_ANSWER.as("is_answer"), UNDID.as("undid")])
    .$narrowType<{ still: Remaining }>()
    .orderBy("d.id", "desc")
    .limit(most)
    .execute();
}

/** Decisions about a user's prompts and account, with the user's appeals. @param after the last id of the page before */
export function selectDecisionsAbout(
  db: Kysely<DB>,
  userId: string,
  after: number,
  limit: number,
  { noticesOnly }: { noticesOnly: boolean },
) {
  return decisionsAbout(db, userId)
    .where(noticesOnly ? IS_NOTICE : sql<SqlBool>`true`)
    .where("d.id", ">", after)
    .select("a.text as appeal")
    .orderBy("d.id")
    .limit(limit)
    .execute();
}

export const countUnread = (db: Kysely<DB>, userId: string) =>
  countRows(
    db
      .selectFrom("decisions as d")
      .innerJoin("moderation_cases as c", "c.id", "d.case_id")
      .where("c.author_id", "=", userId)
      .where("d.read_at", "is", null)
      .where(IS_NOTICE),
  );

/** @param newest the id of the newest that the user has seen: one that came since stays unread */
export async function markRead(db: Kysely<DB>, userId: string, newest: number): Promise<void> {
  await sql`
    update decisions set read_at = now()
    where read_at is null and id <= ${newest} and case_id in (select id from moderation_cases where author_id = ${userId})
  `.execute(db);
}
