/** SQL of cases: opened by reports, locked by whoever changes them, listed by deadline. */
import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import type { Category } from "#moderation/contract.ts";
import type { DB } from "#platform/database/schema.ts";

/** What was reported, as it was; of a user only the name. */
export interface Snapshot {
  title: string | null;
  content: string | null;
  description: string | null;
  /** Columns of the picture, as `imageView` takes them. */
  image: {
    image_hash: string;
    image_alt: string | null;
    width: number;
    height: number;
    animated: boolean;
    color: string;
  } | null;
  username: string;
  /** ISO 8601. */
  edited_at: string | null;
}

export interface Target {
  prompt_id: number | null;
  reported_user_id: string | null;
  author_id: string;
  author_username: string;
  label: string;
  snapshot: Snapshot;
}

/** A case's row. */
export type Case = NonNullable<Awaited<ReturnType<typeof lockCase>>>;

/** The id of the target's case; undefined before its first report. */
export async function selectCaseOf(
  db: Kysely<DB>,
  { prompt_id, reported_user_id }: Pick<Target, "prompt_id" | "reported_user_id">,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("moderation_cases")
    .select("id")
    .where(sql<SqlBool>`prompt_id = ${prompt_id}::bigint or reported_user_id = ${reported_user_id}::uuid`)
    .executeTakeFirst();
  return row?.id;
}

/** Two first reports at once make one case: the second finds it. */
export async function insertCase(trx: Transaction<DB>, { snapshot, ...target }: Target): Promise<void> {
  await trx
    .insertInto("moderation_cases")
    .values({ ...target, snapshot: JSON.stringify(snapshot) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks a case until the transaction ends: reports, decisions and appeals change it one at a time. */
export async function lockCase(trx: Transaction<DB>, id: number) {
  return trx.selectFrom("moderation_cases").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

export async function selectCase(db: Kysely<DB>, id: number) {
  return db.selectFrom("moderation_cases").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Opens a locked case that was decided or pending, with what is reported now. */
export async function openCase(
  trx: Transaction<DB>,
  id: number,
  { category, hours, target }: { category: Category; hours: number; target: Target | undefined },
): Promise<void> {
  await trx
    .updateTable("moderation_cases")
    .set({
      state: "open",
      category,
      deadline: sql<Date>`now() + make_interval(hours => ${hours}::int)`,
      version: sql<number>`version + 1`,
      opened_at: sql<Date>`now()`,
      ...(target && {
        snapshot: JSON.stringify(target.snapshot),
        label: target.label,
        author_username: target.author_username,
      }),
    })
    .where("id", "=", id)
    .execute();
}

/** Adds a report to a locked, open case: the most urgent category and the earliest deadline count. */
export async function urgeCase(
  trx: Transaction<DB>,
  id: number,
  category: Category | null,
  hours: number,
): Promise<void> {
  await trx
    .updateTable("moderation_cases")
    .set({
      category,
      deadline: sql<Date>`least(deadline, now() + make_interval(hours => ${hours}::int))`,
      version: sql<number>`version + 1`,
    })
    .where("id", "=", id)
    .execute();
}

/** Opens a locked case again because of an appeal; category and snapshot stay. */
export async function reopenCase(trx: Transaction<DB>, id: number, hours: number): Promise<void> {
  await trx
    .updateTable("moderation_cases")
    .set({
      state: "open",
      opened_at: sql<Date>`case state when 'open' then opened_at else now() end`,
      deadline: sql<Date>`least(case state when 'open' then deadline end,
        now() + make_interval(hours => ${hours}::int))`,
      version: sql<number>`version + 1`,
    })
    .where("id", "=", id)
    .execute();
}

export async function setHiddenAutomatically(trx: Transaction<DB>, id: number): Promise<void> {
  await trx
    .updateTable("moderation_cases")
    .set({ hidden_automatically: true })
    .where("id", "=", id)
    .execute();
}

/** Closes a locked case. */
export async function closeCase(trx: Transaction<DB>, id: number): Promise<void> {
  await trx
    .updateTable("moderation_cases")
    .set({
      state: "decided",
      version: sql<number>`version + 1`,
      hidden_automatically: false,
      decided_at: sql<Date>`clock_timestamp()`,
    })
    .where("id", "=", id)
    .execute();
}

/** A page of the queue, by deadline, or of what is decided, newest first. */
export async function selectCases(
  db: Kysely<DB>,
  state: "open" | "decided",
  { limit, offset }: { limit: number; offset: number },
) {
  const cases = db.selectFrom("moderation_cases as c").selectAll("c");
  // As constants, so that the partial indexes fit.
  const listed =
    state === "open"
      ? cases.where(sql<SqlBool>`c.state = 'open'`).orderBy("c.deadline").orderBy("c.id")
      : cases
          .where(sql<SqlBool>`c.state = 'decided'`)
          .orderBy("c.decided_at", "desc")
          .orderBy("c.id", "desc");
  return listed
    .select(({ selectFrom }) => [
      selectFrom("reports")
        .select((count) => count.fn.countAll<number>().as("n"))
        .whereRef("case_id", "=", "c.id")
        .where("confirmed_at", "is not", null)
        .as("reports"),
      selectFrom("appeals as a")
        .innerJoin("decisions as d", "d.id", "a.decision_id")
        .select((count) => count.fn.countAll<number>().as("n"))
        .whereRef("d.case_id", "=", "c.id")
        .where("a.answered_by", "is", null)
        .as("appeals"),
    ])
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countCases(db: Kysely<DB>): Promise<{ open: number; decided: number }> {
  const { rows } = await sql<{ open: number; decided: number }>`
    select (select count(*) from moderation_cases where state = 'open') as open,
      (select count(*) from moderation_cases where state = 'decided') as decided`.execute(db);
  return rows[0] ?? { open: 0, decided: 0 };
}

/** How often each action was decided about a user. */
export async function countDecisionsAbout(db: Kysely<DB>, authorId: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom("decisions as d")
    .innerJoin("moderation_cases as c", "c.id", "d.case_id")
    .where("c.author_id", "=", authorId)
    .groupBy("d.action")
    .select(["d.action", ({ fn }) => fn.countAll<number>().as("n")])
    .execute();
  return Object.fromEntries(rows.map(({ action, n }) => [action, n]));
}

/**
 * Forgets the texts of what was reported, once it can no longer be restored: what was removed is then gone for good. Who
 * decided what, and why, stays.
 * @param preservedMonths for crimes against children
 */
export async function forgetSnapshots(db: Kysely<DB>, days: number, preservedMonths: number): Promise<void> {
  await sql`
    update moderation_cases set snapshot = snapshot || '{"content": null, "description": null, "image": null}'
    where state = 'decided' and snapshot ->> 'content' is not null
      and decided_at < now() - case when category = 'child'
        then make_interval(months => ${preservedMonths}::int) else make_interval(days => ${days}::int) end
  `.execute(db);
}
