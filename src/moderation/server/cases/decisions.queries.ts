/** SQL of decisions and of the appeals against them. */
import {
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
} from "kysely";
import type { Action, Category, Ground, Remaining } from "#moderation/contract.ts";
import type { Appeals, DB, Decisions } from "#platform/database/schema.ts";
import type { Case } from "./cases.queries.ts";
import type { RestrictionKind, Side, Transition } from "./transition.ts";

/** A decision's row, with the values that its check constraints allow. */
export interface DecisionRow extends Selectable<Decisions> {
  action: Action;
  ground: Ground;
  category: Category | null;
  still: Remaining;
}
export type Appeal = Awaited<ReturnType<typeof selectAppealsOf>>[number];

/** The actions that a decision `d` undid, each once. */
export const UNDID = sql<Action[]>`array(
  select distinct undone.action from decisions undone where undone.overturned_by = d.id)`;

/** Dated by the clock: a decision that waited for a lock sorts after the other. @returns the row */
export function insertDecision(trx: Transaction<DB>, decision: Insertable<Decisions>) {
  return trx
    .insertInto("decisions")
    .values({ ...decision, created_at: sql<Date>`clock_timestamp()` })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Decisions of a case, newest first. */
export function selectDecisionsOf(db: Kysely<DB>, caseId: number): Promise<DecisionRow[]> {
  return db
    .selectFrom("decisions")
    .selectAll()
    .where("case_id", "=", caseId)
    .orderBy("id", "desc")
    .$castTo<DecisionRow>()
    .execute();
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
  await sql`
    update decisions set overturned_by = ${by}, delete_at = null where id = any(${ids}::bigint[])`.execute(
    trx,
  );
}

/** Restrictions in force on the target of a case, and on its author whichever case made them; the newest first. */
export function selectRestrictions(db: Kysely<DB>, { id, author_id }: Pick<Case, "id" | "author_id">) {
  return db
    .selectFrom("restrictions")
    .where("author_id", "=", author_id)
    .where(sql<SqlBool>`(case_id = ${id} or kind in ('blocked', 'emptied', 'account_removed'))`)
    .select(["decision_id", "case_id", "kind", "is_automatic", "delete_at"])
    .orderBy("decision_id", "desc")
    .$narrowType<{ decision_id: number; case_id: number; kind: RestrictionKind; is_automatic: boolean }>()
    .execute();
}

/** The cases that block a user. */
export async function selectBlockingCases(db: Kysely<DB>, userId: string): Promise<number[]> {
  const rows = await db
    .selectFrom("restrictions")
    .where("author_id", "=", userId)
    .where("kind", "in", ["blocked", "emptied"])
    .select("case_id")
    .distinct()
    .orderBy("case_id")
    .$narrowType<{ case_id: number }>()
    .execute();
  return rows.map(({ case_id }) => case_id);
}

/** Changes when what decisions have removed is deleted for good. */
export async function redate(
  trx: Transaction<DB>,
  { decision_ids, delete_at }: Transition["redated"],
): Promise<void> {
  await trx
    .updateTable("decisions")
    .set({ delete_at })
    .where(sql<SqlBool>`id = any(${decision_ids}::bigint[])`)
    .execute();
}

/** Clears the dates of a case whose removed target has just been deleted. */
export async function forgetDue(trx: Transaction<DB>, caseId: number): Promise<void> {
  await sql`update decisions set delete_at = null where case_id = ${caseId} and delete_at <= now()`.execute(
    trx,
  );
}

/**
 * Nothing is deleted for good while its case is open or an appeal waits: restoring must remain possible. With an account go
 * its prompts, so that it waits for their cases too, and for what was removed later.
 */
const due = sql<boolean>`
  decisions.delete_at <= now()
  and not exists (
    select from moderation_cases own
    join moderation_cases c on c.author_id = own.author_id and (c.id = own.id or own.reported_user_id is not null)
    where own.id = decisions.case_id and (
      c.state = 'open'
      or exists (
        select from decisions d left join appeals a on a.decision_id = d.id
        where d.case_id = c.id
          and (a.id is not null and a.answered_by is null or c.id <> own.id and d.delete_at > now())
      )
    )
  )`;

/** Cases of which what was removed is due to be deleted for good. */
export async function selectDue(db: Kysely<DB>, most: number, failed: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom("decisions")
    .select("case_id")
    .where(due)
    .where(sql<boolean>`case_id <> all(${failed}::bigint[])`)
    .orderBy("delete_at")
    .limit(most)
    .execute();
  return rows.map(({ case_id }) => case_id);
}

/** Actions of a case that are due, under the lock of the case. */
export async function selectDueActions(trx: Transaction<DB>, caseId: number): Promise<string[]> {
  const rows = await trx
    .selectFrom("decisions")
    .select("action")
    .where("case_id", "=", caseId)
    .where(due)
    .execute();
  return rows.map(({ action }) => action);
}

export async function insertAppeal(trx: Transaction<DB>, appeal: Insertable<Appeals>): Promise<void> {
  await trx.insertInto("appeals").values(appeal).execute();
}

/** Appeals with the reason of the decision that answers each. */
const appeals = (db: Kysely<DB>) =>
  db
    .selectFrom("appeals as a")
    .innerJoin("decisions as d", "d.id", "a.decision_id")
    .leftJoin("decisions as answer", "answer.id", "a.answered_by")
    .select(["a.id", "a.decision_id", "a.side", "a.text", "a.created_at", "a.outcome"])
    .select("answer.reason as answer")
    .$narrowType<{ side: Side; outcome: "upheld" | "rejected" | null }>();

/** Appeals against the decisions of a case: those without an answer first, of these the author's, then the newest. */
export const selectAppealsOf = (db: Kysely<DB>, caseId: number, most: number) =>
  appeals(db)
    .where("d.case_id", "=", caseId)
    .orderBy(sql`a.answered_by is not null`)
    .orderBy(sql`case when a.answered_by is null then a.side end`)
    .orderBy("a.id", "desc")
    .limit(most)
    .execute();

/** A reporter's own appeals, newest first. */
export const selectAppealsOfReport = (db: Kysely<DB>, reportId: number) =>
  appeals(db).where("a.report_id", "=", reportId).orderBy("a.id", "desc").execute();

/** All appeals of a case without an answer. There may be thousands, so their texts are not read. */
export const selectWaitingAppeals = (db: Kysely<DB>, caseId: number) =>
  db
    .selectFrom("appeals as a")
    .innerJoin("decisions as d", "d.id", "a.decision_id")
    .where("d.case_id", "=", caseId)
    .where("a.answered_by", "is", null)
    .select(["a.id", "a.decision_id", "a.side", "a.created_at", "d.action as against"])
    .$narrowType<{ side: Side; against: Action }>()
    .execute();

/** Appeals that a decision has answered, but those against what was done automatically: until then no person has decided. */
export const answeredBy = (decision: RawBuilder<unknown>) => sql`
  appeals answered join decisions contested on contested.id = answered.decision_id
  where answered.answered_by = ${decision} and contested.decided_as <> 'automatic'`;

/** Whether a decision answers an appeal of a side: then that side has no other. */
export async function isAnswerTo(db: Kysely<DB>, decisionId: number, side: Side): Promise<boolean> {
  const { rows } = await sql`
    select from ${answeredBy(sql`${decisionId}::bigint`)} and answered.side = ${side} limit 1`.execute(db);
  return rows.length > 0;
}

/** Answers appeals by a decision. */
export async function answerAppeals(
  trx: Transaction<DB>,
  by: number,
  appeals: Transition["appeals"],
): Promise<void> {
  await sql`
    update appeals set answered_by = ${by}, outcome = answer.outcome
    from unnest(${appeals.map(({ id }) => id)}::bigint[], ${appeals.map(({ outcome }) => outcome)}::text[])
      as answer (id, outcome)
    where appeals.id = answer.id`.execute(trx);
}
