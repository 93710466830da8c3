/** SQL of reports. */
import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import { type Category, FORGOTTEN, type Standing } from "#moderation/contract.ts";
import { type Snapshot, TARGET_IDS } from "#moderation/server/cases/cases.queries.ts";
import { countRows, hasRows } from "#platform/database/rows.ts";
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

/**
 * Whether somebody has reported a version of a target: as a member, or with a mailed link and it was decided on since. Until
 * then other reports with the same address count, because strangers may have typed the first. Under the lock of its case.
 */
export function isReported(
  trx: Transaction<DB>,
  {
    case_id,
    reporter_key,
    target_version,
  }: { case_id: number; reporter_key: Buffer | null; target_version: string },
): Promise<boolean> {
  return hasRows(
    trx
      .selectFrom("reports as r")
      .innerJoin("moderation_cases as c", "c.id", "r.case_id")
      .where("r.case_id", "=", case_id)
      .where("r.reporter_key", "=", reporter_key)
      .where("r.target_version", "=", target_version)
      .where((is) =>
        is.or([is("r.reporter_id", "is not", null), is("r.confirmed_at", "<=", is.ref("c.decided_at"))]),
      ),
  );
}

/** The same report of a visitor, if it was sent in these minutes. Under the lock of its case. */
export function selectSent(
  trx: Transaction<DB>,
  {
    case_id,
    reporter_key,
    target_version,
    sent_key,
  }: { case_id: number; reporter_key: Buffer; target_version: string; sent_key: Buffer },
  minutes: number,
) {
  return trx
    .selectFrom("reports")
    .where("case_id", "=", case_id)
    .where("reporter_key", "=", reporter_key)
    .where("target_version", "=", target_version)
    .where("sent_key", "=", sent_key)
    .where(sql<boolean>`created_at > now() - make_interval(mins => ${minutes}::int)`)
    .select(["code", "confirmed_at"])
    .executeTakeFirst();
}

/** A report with its case, by its code. */
export async function selectReport(db: Kysely<DB>, code: string) {
  return db
    .selectFrom("reports as r")
    .innerJoin("moderation_cases as c", "c.id", "r.case_id")
    .where("r.code", "=", code)
    .select(["r.id", "r.code", "r.category", "r.created_at", "r.confirmed_at", "r.confirmation_hash"])
    .select(["r.reporter_email", "r.reporter_key", "r.target_version", "r.snapshot"])
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

/** One report at a time hides something, so that the count below holds until the commit. Before any case is locked. */
export async function lockHidings(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('hidings_by_reports', 0))`.execute(trx);
}

/** How many cases hide something because of reports, before a person has decided. */
export const countUnseen = (trx: Transaction<DB>) =>
  countRows(
    trx
      .selectFrom("moderation_cases as c")
      .where("hidden_automatically", "=", sql<boolean>`true`)
      .where((is) =>
        is.exists(
          is
            .selectFrom("reports as r")
            .whereRef("r.case_id", "=", "c.id")
            .whereRef("r.confirmed_at", ">=", "c.opened_at"),
        ),
      ),
  );

/** The confirmed reports of a case. */
const reportsOf = (db: Kysely<DB>, caseId: number) =>
  db.selectFrom("reports").where("case_id", "=", caseId).where("confirmed_at", "is not", null);

/** The newest first: others must not push them off the screen. */
export function selectReportsOf(db: Kysely<DB>, caseId: number, most: number) {
  return reportsOf(db, caseId)
    .select(["id", "category", "explanation", "standing", "reporter_id", "reporter_name", "reporter_email"])
    .select("created_at")
    .orderBy("id", "desc")
    .limit(most)
    .$narrowType<{ category: Category; standing: Standing }>()
    .execute();
}

export const countReportsOf = (db: Kysely<DB>, caseId: number) => countRows(reportsOf(db, caseId));

/** Who has reported the target of a case: members, and addresses of visitors who have confirmed. */
export const selectReporters = (db: Kysely<DB>, caseId: number) =>
  reportsOf(db, caseId).select(["reporter_id", "reporter_email"]).execute();

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
      sent_key = null, explanation = ${FORGOTTEN}
    from moderation_cases c
    where c.id = r.case_id and (r.reporter_key is not null or r.explanation <> ${FORGOTTEN})
      and c.state = 'decided' and c.decided_at < now() - make_interval(months => ${months}::int)
  `.execute(db);
}
