/** SQL of reports. */
import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import type { DB, Reports } from "#platform/database/schema.ts";

/**
 * Inserts a report, under the lock of its case.
 * @param confirmed as now: by the clock, because a decision may have been made while this waited for the lock
 */
export async function insertReport(
  trx: Transaction<DB>,
  report: Insertable<Reports>,
  confirmed: boolean,
): Promise<void> {
  await trx
    .insertInto("reports")
    .values({ ...report, ...(confirmed && { confirmed_at: sql<Date>`clock_timestamp()` }) })
    .execute();
}

/** A report with its case, by its code. */
export async function selectReport(db: Kysely<DB>, code: string) {
  return db
    .selectFrom("reports as r")
    .innerJoin("moderation_cases as c", "c.id", "r.case_id")
    .where("r.code", "=", code)
    .select(["r.id", "r.code", "r.category", "r.created_at", "r.confirmed_at", "r.confirmation_hash"])
    .select("r.reporter_key")
    .select(["c.id as case_id", "c.state", "c.prompt_id", "c.reported_user_id", "c.author_id"])
    .executeTakeFirst();
}

/** Confirms a report, under the lock of its case. @returns false when it is confirmed already, or deleted meanwhile */
export async function confirmReportRow(trx: Transaction<DB>, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("reports")
    .set({ confirmed_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", id)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The confirmed reports of a case, newest first: others must not push them off the screen. */
export function selectReportsOf(db: Kysely<DB>, caseId: number, most: number) {
  return db
    .selectFrom("reports")
    .where("case_id", "=", caseId)
    .where("confirmed_at", "is not", null)
    .select(["category", "explanation", "standing", "reporter_id", "reporter_name", "reporter_email"])
    .select(["created_at", "confirmed_at"])
    .orderBy("id", "desc")
    .limit(most)
    .execute();
}

/** Whom to tell of a decision on a case: its confirmed reporters. */
export function selectReportersOf(db: Kysely<DB>, caseId: number) {
  return db
    .selectFrom("reports")
    .where("case_id", "=", caseId)
    .where("confirmed_at", "is not", null)
    .select(["code", "reporter_id", "reporter_name", "reporter_email"])
    .orderBy("id")
    .execute();
}

/** Deletes reports that were not confirmed in time, and then cases that never had another. */
export async function deleteUnconfirmed(db: Kysely<DB>, days: number): Promise<void> {
  await sql`
    delete from reports
    where confirmed_at is null and created_at < now() - make_interval(days => ${days}::int)`.execute(db);
  // A report that is being written holds its case's lock, and is not seen yet: skip that case.
  await sql`
    delete from moderation_cases where id in (
      select id from moderation_cases c
      where state = 'pending' and not exists (select from reports where case_id = c.id)
      for update skip locked
    )`.execute(db);
}

/** Forgets name, address and explanation of visitors who reported, long after the case's last decision. */
export async function forgetReporters(db: Kysely<DB>, months: number): Promise<void> {
  await sql`
    update reports r set reporter_name = null, reporter_email = null, explanation = '–'
    from moderation_cases c
    where c.id = r.case_id and r.reporter_email is not null
      and c.state = 'decided' and c.decided_at < now() - make_interval(months => ${months}::int)
  `.execute(db);
}
