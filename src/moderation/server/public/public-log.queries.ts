/** SQL of what everybody may read of moderation: the log of decisions, and the figures of a year. */
import { type Kysely, sql } from "kysely";
import type { Action, Category, Ground, LogQuery } from "#moderation/contract.ts";
import { TARGET_IDS } from "#moderation/server/cases/cases.queries.ts";
import { comesAfter, type Page } from "#platform/database/page.ts";
import { countRows } from "#platform/database/rows.ts";
import type { DB } from "#platform/database/schema.ts";

/** Time zone of a month's start and end, as in ui/dates.ts. */
const ZONE = "America/Sao_Paulo";

type Filter = Pick<LogQuery, "action" | "category">;

/** Categories and grounds whose title is part of the harm. */
interface Unnamed {
  categories: readonly Category[];
  grounds: readonly Ground[];
}

/**
 * A page of the log, newest first, with whether the case ever had something unnamed. An index alone finds the page's ids, so
 * that a page far back costs little more.
 */
export function selectLog(db: Kysely<DB>, filter: Filter, { categories, grounds }: Unnamed, range: Page) {
  const isHarm = sql<boolean>`c.category is not null and c.category = any(${categories}::text[]) or exists (
    select from decisions o where o.case_id = c.id
      and (o.category = any(${categories}::text[]) or o.ground = any(${grounds}::text[])))`;
  const page = decided(db, filter)
    .select("d.id")
    .where(comesAfter([sql.ref("d.id")], range))
    .orderBy("d.id", "desc")
    .limit(range.limit)
    .offset(range.offset);
  return db
    .selectFrom(page.as("page"))
    .innerJoin("decisions as d", "d.id", "page.id")
    .innerJoin("moderation_cases as c", "c.id", "d.case_id")
    .select(["d.id", "d.created_at", "d.action", "d.ground", "d.category", "d.decided_as", "d.overturned_by"])
    .select(["c.label", isHarm.as("is_harm")])
    .select(TARGET_IDS.map((id) => `c.${id}` as const))
    .orderBy("d.id", "desc")
    .$narrowType<{
      action: Action;
      ground: Ground;
      category: Category | null;
      decided_as: "admin" | "moderator" | "automatic";
    }>()
    .execute();
}

export const countLog = (db: Kysely<DB>, filter: Filter) => countRows(decided(db, filter));

const decided = (db: Kysely<DB>, { action, category }: Filter) =>
  db
    .selectFrom("decisions as d")
    .$if(action !== undefined, (log) => log.where("d.action", "=", action as string))
    .$if(category !== undefined, (log) => log.where("d.category", "=", category as string));

/** Figures of one month, or of the whole year where `month` is null. */
type OfMonth<Row> = Row & { month: number | null };

/** The year's rows by months in Brasília, and all together. */
const inYear = (column: string, year: number) => {
  const at = sql.ref(column);
  return {
    month: sql<number>`extract(month from ${at} at time zone ${sql.lit(ZONE)})::int`,
    where: sql<boolean>`${at} >= make_timestamptz(${year}::int, 1, 1, 0, 0, 0, ${sql.lit(ZONE)})
      and ${at} < make_timestamptz(${year}::int + 1, 1, 1, 0, 0, 0, ${sql.lit(ZONE)})`,
  };
};

/** Confirmed reports by category and by who reports. */
export async function countReports(db: Kysely<DB>, year: number) {
  const { month, where } = inYear("confirmed_at", year);
  const { rows } = await sql<OfMonth<{ category: string | null; standing: string | null; n: number }>>`
    select month, category, standing, count(*) as n
    from (select ${month} as month, category, standing from reports where ${where}) counted
    group by grouping sets ((month, category), (month, standing), (category), (standing))`.execute(db);
  return rows;
}

/** Decisions by action. */
export async function countDecisions(db: Kysely<DB>, year: number) {
  const { month, where } = inYear("created_at", year);
  const { rows } = await sql<OfMonth<{ action: string; n: number }>>`
    select month, action, count(*) as n
    from (select ${month} as month, action from decisions where ${where}) counted
    group by grouping sets ((month, action), (action))`.execute(db);
  return rows;
}

/**
 * How long cases waited for a person, and how many urgent ones were decided in time: by the decisions that closed them after
 * reports, not those that answer an appeal or a review. An urgent case that waits beyond its deadline counts as late, in the
 * month of that.
 */
export async function measureDecisions(db: Kysely<DB>, year: number, urgent: readonly string[]) {
  const decided = inYear("d.created_at", year);
  const due = inYear("c.deadline", year);
  const { rows } = await sql<OfMonth<{ median: number | null; urgent: number; on_time: number }>>`
    select month, percentile_cont(0.5) within group (order by hours) as median,
      count(*) filter (where is_urgent) as urgent, count(*) filter (where is_urgent and on_time) as on_time
    from (
      select ${decided.month} as month, (extract(epoch from created_at - opened_at) / 3600)::float8 as hours,
        category = any(${urgent}::text[]) as is_urgent, created_at <= deadline as on_time
      from decisions d
      where opened_at is not null and category is not null and ${decided.where}
        and not exists (select from appeals where answered_by = d.id)
      union all
      select ${due.month}, null, true, false
      from moderation_cases c
      where state = 'open' and category = any(${urgent}::text[]) and deadline < now() and ${due.where}
        and not exists (
          select from decisions d join appeals a on a.decision_id = d.id
          where d.case_id = c.id and a.answered_by is null)
    ) closing
    group by grouping sets ((month), ())`.execute(db);
  return rows;
}

/** Appeals by the month in which they were made, and how many of them were upheld. */
export async function countAppeals(db: Kysely<DB>, year: number) {
  const { month, where } = inYear("created_at", year);
  const { rows } = await sql<OfMonth<{ appeals: number; upheld: number }>>`
    select month, count(*) as appeals, count(*) filter (where outcome = 'upheld') as upheld
    from (select ${month} as month, outcome from appeals where ${where}) counted
    group by grouping sets ((month), ())`.execute(db);
  return rows;
}
