/** SQL of reports. */
import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import { type Category, FORGOTTEN, type Standing } from "#moderation/contract.ts";
import { countRows, hasRows } from "#platform/database/rows.ts";
import type { DB, Reports } from "#platform/database/schema.ts";
import { type Snapshot, TARGET_IDS } from "./cases.queries.ts";

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

/** Whether a confirmation mail to the same person about the same version of a target waits: an hour, it may be lost. */
export function isConfirmationWaiting(
  trx: Transaction<DB>,
  same: { case_id: number; reporter_key: Buffer; target_version: string },
): Promise<boolean> {
  return hasRows(
    trx
      .selectFrom("reports")
      .where((where) => where.and(same))
      .where("confirmed_at", "is", null)
      .where("confirmation_hash", "is not", null)
      .where("created_at", ">", sql<Date>`now() - interval '1 hour'`),
  );
}

/** A report with its case, by its code. */
export async function selectReport(db: Kysely<DB>, code: string) {
  return db
    .selectFrom("reports as r")
    .innerJoin("moderation_cases as c", "c.id", "r.case_id")
    .where("r.code", "=", code)
    .select(["r.id", "r.code", "r.category", "r.created_at", "r.confirmed_at", "r.confirmation_hash"])
    .select(["r.reporter_key", "r.snapshot"])
    .select(["c.id as case_id", "c.state", "c.deadline", "c.label"])
    .select(TARGET_IDS.map((id) => `c.${id}` as const))
    .$narrowType<{ category: Category; snapshot: Snapshot | null }>()
    .executeTakeFirst();
}

/** Confirms a report, under the lock of its case, which then has what was reported. @returns false when it is confirmed already, or deleted meanwhile */
export async function confirmReportRow(trx: Transaction<DB>, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("reports")
    .set({ confirmed_at: sql<Date>`clock_timestamp()`, snapshot: null })
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
    .select(["id", "category", "explanation", "standing", "reporter_id", "reporter_name", "reporter_email"])
    .select("created_at")
    .orderBy("id", "desc")
    .limit(most)
    .$narrowType<{ category: Category; standing: Standing }>()
    .execute();
}

/** How many confirmed reports a case has. */
export const countReportsOf = (db: Kysely<DB>, caseId: number) =>
  countRows(db.selectFrom("reports").where("case_id", "=", caseId).where("confirmed_at", "is not", null));

/** Whether a member has reported the target of a case. */
export const hasReported = (db: Kysely<DB>, caseId: number, userId: string) =>
  hasRows(db.selectFrom("reports").where("case_id", "=", caseId).where("reporter_id", "=", userId));

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

/** Forgets who reported and what they wrote, members and visitors alike, long after the case's last decision. */
export async function forgetReporters(db: Kysely<DB>, months: number): Promise<void> {
  await sql`
    update reports r set reporter_id = null, reporter_name = null, reporter_email = null, reporter_key = null,
      explanation = ${FORGOTTEN}
    from moderation_cases c
    where c.id = r.case_id and (r.reporter_key is not null or r.explanation <> ${FORGOTTEN})
      and c.state = 'decided' and c.decided_at < now() - make_interval(months => ${months}::int)
  `.execute(db);
}
