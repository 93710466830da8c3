/** SQL of warnings and pauses because of reports made in bad faith. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import type { RestrictionKind } from "./transition.ts";

/** A confirmed report of a case, with who made it. */
export function selectReportOf(db: Kysely<DB>, caseId: number, reportId: number) {
  return db
    .selectFrom("reports")
    .where("id", "=", reportId)
    .where("case_id", "=", caseId)
    .where("confirmed_at", "is not", null)
    .select(["id", "reporter_id"])
    .executeTakeFirst();
}

/** Warnings and pauses of some users because of their reports, the newest first. */
export function selectSanctions(db: Kysely<DB>, userIds: string[]) {
  return db
    .selectFrom("restrictions")
    .where("author_id", "in", userIds)
    .where("kind", "in", ["reporter_warned", "reporting_paused"])
    .select(["kind", "report_id", "created_at", "author_id as user_id"])
    .orderBy("decision_id", "desc")
    .$narrowType<{ kind: RestrictionKind; created_at: Date }>()
    .execute();
}

/** Cases about a user, and those with a decision about a report against that user: its reason may tell who reported. */
export async function selectConcerning(db: Kysely<DB>, userId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from moderation_cases where author_id = ${userId}
    union
    select d.case_id from moderation_cases c
      join reports r on r.case_id = c.id
      join decisions d on d.report_id = r.id
    where c.author_id = ${userId}`.execute(db);
  return rows.map(({ id }) => id);
}
