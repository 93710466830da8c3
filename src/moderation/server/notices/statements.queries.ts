/** SQL of statements of reasons: the recipients of a decision's notices, and which of them were sent. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Action, Ground, Remaining } from "#moderation/contract.ts";
import { TARGET_IDS } from "#moderation/server/cases/cases.queries.ts";
import { answeredBy, UNDID } from "#moderation/server/cases/decisions.queries.ts";
import type { Transition } from "#moderation/server/cases/transition.ts";
import type { DB } from "#platform/database/schema.ts";

/** Records that the user concerned gets a notice of a decision: a statement without a report. */
export async function insertStatementToAuthor(trx: Transaction<DB>, decisionId: number): Promise<void> {
  await trx.insertInto("statements_of_reasons").values({ decision_id: decisionId }).execute();
}

/** From and where: reports of a case that were confirmed since it was last decided. More conditions may follow by `and`. */
const undecided = (caseId: number) => sql`
  reports r join moderation_cases c on c.id = r.case_id
  where c.id = ${caseId} and r.confirmed_at > coalesce(c.decided_at, '-infinity')`;

export async function hasUndecidedReports(db: Kysely<DB>, caseId: number): Promise<boolean> {
  const { rows } = await sql`select from ${undecided(caseId)} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * The reporters whom a decision concerns are to be told of it: those whose report was confirmed since the case was last
 * decided, those whose appeal it answers, and those who were told of a decision that it overturns. Under the lock of the
 * case, after appeals are answered and decisions overturned, before the case is closed.
 */
export async function insertStatementsToReporters(
  trx: Transaction<DB>,
  decisionId: number,
  caseId: number,
  { newReporters }: Transition["recipients"],
): Promise<void> {
  await sql`
    insert into statements_of_reasons (decision_id, report_id)
    select ${decisionId}::bigint, r.id from ${undecided(caseId)} and ${newReporters}::boolean
    union
    select ${decisionId}::bigint, a.report_id from appeals a
      where a.answered_by = ${decisionId} and a.report_id is not null
    union
    select ${decisionId}::bigint, s.report_id
      from decisions d join statements_of_reasons s on s.decision_id = d.id
      where d.overturned_by = ${decisionId} and s.report_id is not null`.execute(trx);
}

/** The subject of a statement of reasons. */
export function selectStated(db: Kysely<DB>, decisionId: number) {
  return db
    .selectFrom("decisions as d")
    .innerJoin("moderation_cases as c", "c.id", "d.case_id")
    .where("d.id", "=", decisionId)
    .select(["d.id", "d.action", "d.ground", "d.reason", "d.decided_as", "d.overturned_by", "d.created_at"])
    .select(["d.still", "d.delete_at", "c.author_id", "c.label"])
    .select(TARGET_IDS.map((id) => `c.${id}` as const))
    .select([
      sql<string[]>`array(select answered.side from ${answeredBy(sql.ref("d.id"))})`.as("answered"),
      UNDID.as("undid"),
      // Reporters do not learn what was decided about reports that the user made.
      sql<Action[]>`array(
        select distinct action from decisions where overturned_by = d.id and ground <> 'reports')`.as(
        "undid_there",
      ),
    ])
    .$narrowType<{ action: Action; ground: Ground; still: Remaining }>()
    .executeTakeFirst();
}
type StatedRow = NonNullable<Awaited<ReturnType<typeof selectStated>>>;
/** With the name under which the user concerned knows it. */
export type Stated = Omit<StatedRow, "label"> & { label: string | null };

/** Statements of a decision that have not been sent yet, locked, the user concerned first. */
export function lockUnsent(trx: Transaction<DB>, decisionId: number, most: number) {
  return trx
    .selectFrom("statements_of_reasons as s")
    .leftJoin("reports as r", "r.id", "s.report_id")
    .where("s.decision_id", "=", decisionId)
    .where("s.told_at", "is", null)
    .select(["s.report_id", "r.code", "r.reporter_id", "r.reporter_name", "r.reporter_email"])
    .orderBy("s.report_id", (order) => order.asc().nullsFirst())
    .limit(most)
    .forUpdate("s")
    .execute();
}

export async function markSent(
  trx: Transaction<DB>,
  decisionId: number,
  reportIds: (number | null)[],
): Promise<void> {
  await sql`
    update statements_of_reasons set told_at = now()
    where decision_id = ${decisionId} and coalesce(report_id, 0) = any(${reportIds.map((id) => id ?? 0)}::bigint[])
  `.execute(trx);
}

/** The decisions that concern a reporter. */
export async function selectDecisionsWithStatementTo(db: Kysely<DB>, reportId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom("statements_of_reasons")
    .where("report_id", "=", reportId)
    .select("decision_id")
    .execute();
  return new Set(rows.map(({ decision_id }) => decision_id));
}
