/** SQL of what moderation stores of a user, by pages of rows in the order of their ids: for exports. */
import { type Kysely, sql } from "kysely";
import { TARGET_IDS } from "#moderation/server/cases/cases.queries.ts";
import type { DB } from "#platform/database/schema.ts";

/** Reports that a member made, with the member's appeals. */
export function selectReportsBy(db: Kysely<DB>, userId: string, after: number, limit: number) {
  return db
    .selectFrom("reports as r")
    .innerJoin("moderation_cases as c", "c.id", "r.case_id")
    .where("r.reporter_id", "=", userId)
    .where("r.id", ">", after)
    .select(["r.id", "r.code", "r.category", "r.explanation", "r.standing", "r.created_at"])
    .select(TARGET_IDS.map((id) => `c.${id}` as const))
    .select(
      sql<{ text: string; created_at: string; outcome: string | null; answer: string | null }[]>`array(
        select jsonb_build_object('text', a.text, 'created_at', a.created_at, 'outcome', a.outcome, 'answer', answer.reason)
        from appeals a left join decisions answer on answer.id = a.answered_by
        where a.report_id = r.id order by a.id)`.as("appeals"),
    )
    .orderBy("r.id")
    .limit(limit)
    .execute();
}

/** Cases about a user, with what was reported as it was then, until it is forgotten. */
export function selectCasesAbout(db: Kysely<DB>, userId: string, after: number, limit: number) {
  return db
    .selectFrom("moderation_cases as c")
    .where("c.author_id", "=", userId)
    .where("c.id", ">", after)
    .selectAll()
    .orderBy("c.id")
    .limit(limit)
    .execute();
}
