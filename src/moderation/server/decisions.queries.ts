/** SQL of decisions and of the appeals against them. */
import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import type { Appeals, DB, Decisions } from "#platform/database/schema.ts";

/** Dated by the clock: a decision that waited for a lock sorts after the other. @returns the row */
export function insertDecision(trx: Transaction<DB>, decision: Insertable<Decisions>) {
  return trx
    .insertInto("decisions")
    .values({ ...decision, created_at: sql<Date>`clock_timestamp()` })
    .returning(["id", "created_at", "delete_at"])
    .executeTakeFirstOrThrow();
}

/** Decisions of a case, newest first. */
export function selectDecisionsOf(db: Kysely<DB>, caseId: number) {
  return db.selectFrom("decisions").selectAll().where("case_id", "=", caseId).orderBy("id", "desc").execute();
}

/** A decision with the user whom it concerns. */
export function selectDecision(db: Kysely<DB>, id: number) {
  return db
    .selectFrom("decisions as d")
    .innerJoin("moderation_cases as c", "c.id", "d.case_id")
    .where("d.id", "=", id)
    .selectAll("d")
    .select("c.author_id")
    .executeTakeFirst();
}

/** Marks decisions as overturned; what they removed is not deleted any more. */
export async function overturn(trx: Transaction<DB>, ids: number[], by: number): Promise<void> {
  await sql`update decisions set overturned_by = ${by}, delete_at = null where id = any(${ids}::bigint[])`.execute(
    trx,
  );
}

/** Earlier removals of a case count no more: a later decision has its own time. */
export async function forgetDeletions(trx: Transaction<DB>, caseId: number): Promise<void> {
  await trx
    .updateTable("decisions")
    .set({ delete_at: null })
    .where("case_id", "=", caseId)
    .where("delete_at", "is not", null)
    .execute();
}

/** Nothing is deleted for good while its case is open or an appeal waits: restoring must remain possible. */
const due = sql<boolean>`
  decisions.delete_at <= now()
  and not exists (select from moderation_cases c where c.id = decisions.case_id and c.state = 'open')
  and not exists (
    select from appeals a join decisions d on d.id = a.decision_id
    where d.case_id = decisions.case_id and a.answered_by is null
  )`;

/** Cases whose removed prompt is due to be deleted for good. */
export async function selectDue(db: Kysely<DB>, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom("decisions")
    .select("case_id")
    .where(due)
    .orderBy("delete_at")
    .limit(most)
    .execute();
  return rows.map(({ case_id }) => case_id);
}

/** Whether a case's removed prompt is due, under the lock of the case. */
export async function isDue(trx: Transaction<DB>, caseId: number): Promise<boolean> {
  const row = await trx
    .selectFrom("decisions")
    .select("id")
    .where("case_id", "=", caseId)
    .where(due)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertAppeal(trx: Transaction<DB>, appeal: Insertable<Appeals>): Promise<void> {
  await trx.insertInto("appeals").values(appeal).execute();
}

/** Appeals against the decisions of a case, newest first, with their answers. */
export function selectAppealsOf(db: Kysely<DB>, caseId: number) {
  return db
    .selectFrom("appeals as a")
    .innerJoin("decisions as d", "d.id", "a.decision_id")
    .leftJoin("decisions as answer", "answer.id", "a.answered_by")
    .where("d.case_id", "=", caseId)
    .select(["a.id", "a.decision_id", "a.side", "a.report_id", "a.text", "a.created_at", "a.outcome"])
    .select(["a.answered_by", "d.action as against", "answer.reason as answer"])
    .orderBy("a.id", "desc")
    .execute();
}

export async function answerAppeals(
  trx: Transaction<DB>,
  ids: number[],
  answer: { by: number; outcome: "upheld" | "rejected" },
): Promise<void> {
  await sql`
    update appeals set answered_by = ${answer.by}, outcome = ${answer.outcome}
    where id = any(${ids}::bigint[])`.execute(trx);
}
