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
import type { Action, Category, Ground, Still } from "#moderation/contract.ts";
import { countRows } from "#platform/database/rows.ts";
import type { Appeals, DB, Decisions } from "#platform/database/schema.ts";

/** A decision's row, with the values that its check constraints allow. */
export interface Decision extends Selectable<Decisions> {
  action: Action;
  ground: Ground;
  category: Category | null;
  still: Still;
}
/** Who appeals. */
export type Side = "author" | "reporter";
export type Appeal = Awaited<ReturnType<typeof selectAppealsOf>>[number];
export type Waiting = Awaited<ReturnType<typeof selectWaiting>>[number];

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
export function selectDecisionsOf(db: Kysely<DB>, caseId: number): Promise<Decision[]> {
  return db
    .selectFrom("decisions")
    .selectAll()
    .where("case_id", "=", caseId)
    .orderBy("id", "desc")
    .$castTo<Decision>()
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

/** A decision that holds back an account or all of its prompts; `reported_user_id` is of the account's case. */
export type Holding = Pick<Decision, "id" | "case_id" | "action" | "delete_at"> & {
  reported_user_id: string | null;
};

/** The blocks of a user in all cases, and the removals of the account, that stand. */
export function selectHoldings(db: Kysely<DB>, userId: string): Promise<Holding[]> {
  return db
    .selectFrom("decisions as d")
    .innerJoin("moderation_cases as c", "c.id", "d.case_id")
    .where("c.author_id", "=", userId)
    .where("d.overturned_by", "is", null)
    .where(sql<SqlBool>`(d.action = 'block' or d.action = 'remove' and c.reported_user_id is not null)`)
    .select(["d.id", "d.case_id", "d.action", "d.delete_at", "c.reported_user_id"])
    .orderBy("d.case_id")
    .$castTo<Holding>()
    .execute();
}

/** What an earlier decision of a case was to delete waits as long as what a later one has told. */
export async function postponeDeletions(trx: Transaction<DB>, caseId: number, until: Date): Promise<void> {
  await trx
    .updateTable("decisions")
    .set({ delete_at: until })
    .where("case_id", "=", caseId)
    .where("delete_at", "<", until)
    .execute();
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

/** What was removed is deleted, or was at this time: its date counts no more. */
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

/** Removals of accounts, and of the prompts of blocked ones, that can be undone. */
export async function selectRemovalsOf(db: Kysely<DB>, userIds: string[]) {
  return removals(db)
    .where(sql<SqlBool>`c.reported_user_id = any(${userIds}::uuid[])`)
    .select(["c.reported_user_id as user_id", "d.case_id", "d.delete_at"])
    .orderBy("d.delete_at", "desc")
    .execute();
}

/** A page of the removed prompts that can be restored, the next to be deleted first. */
export async function selectRemovedPrompts(
  db: Kysely<DB>,
  { limit, offset }: { limit: number; offset: number },
) {
  return removals(db)
    .where("c.prompt_id", "is not", null)
    .select(["c.prompt_id", "d.case_id", "d.delete_at"])
    .orderBy("d.delete_at")
    .orderBy("d.id")
    .limit(limit)
    .offset(offset)
    .execute();
}

export const countRemovedPrompts = (db: Kysely<DB>) =>
  countRows(removals(db).where("c.prompt_id", "is not", null));

const removals = (db: Kysely<DB>) =>
  db
    .selectFrom("decisions as d")
    .innerJoin("moderation_cases as c", "c.id", "d.case_id")
    .where("d.delete_at", "is not", null);

export async function insertAppeal(trx: Transaction<DB>, appeal: Insertable<Appeals>): Promise<void> {
  await trx.insertInto("appeals").values(appeal).execute();
}

/** With what answers them. */
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
export const selectWaiting = (db: Kysely<DB>, caseId: number) =>
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

/** Answers appeals by a decision. @param upheld those among them that it upholds */
export async function answerAppeals(
  trx: Transaction<DB>,
  by: number,
  ids: number[],
  upheld: number[],
): Promise<void> {
  await sql`
    update appeals set answered_by = ${by},
      outcome = case when id = any(${upheld}::bigint[]) then 'upheld' else 'rejected' end
    where id = any(${ids}::bigint[])`.execute(trx);
}
