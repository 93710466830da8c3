/** SQL of warnings and pauses because of reports made in bad faith. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

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

/** Warnings and pauses that stand, of some users. */
export function selectSanctions(db: Kysely<DB>, userIds: string[]) {
  return db
    .selectFrom("decisions as d")
    .innerJoin("moderation_cases as c", "c.id", "d.case_id")
    .where("c.reported_user_id", "in", userIds)
    .where("d.ground", "=", "reports")
    .where("d.overturned_by", "is", null)
    .select(["d.id", "d.action", "d.report_id", "d.created_at", "c.author_id as user_id"])
    .orderBy("d.id", "desc")
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

/** Marks a locked case as changed by a decision that closes nothing; one without confirmed reports counts as decided. */
export async function touchCase(trx: Transaction<DB>, id: number): Promise<void> {
  await sql`
    update moderation_cases set version = version + 1,
      state = case state when 'open' then 'open' else 'decided' end,
      opened_at = coalesce(opened_at, clock_timestamp()),
      decided_at = case state when 'open' then decided_at else clock_timestamp() end
    where id = ${id}`.execute(trx);
}
