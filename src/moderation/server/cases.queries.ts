/** SQL of cases: opened by reports, locked by whoever changes them, listed by deadline. */
import { type Kysely, type Selectable, type SqlBool, sql, type Transaction } from "kysely";
import { type Category, FORGOTTEN } from "#moderation/contract.ts";
import { countRows } from "#platform/database/rows.ts";
import type { DB, ModerationCases } from "#platform/database/schema.ts";
import type { Outcome } from "#results/catalog.ts";

/** What was reported, as it was; of a user only the name. Cases of before have no optional parts. */
export interface Snapshot {
  title: string | null;
  /** The prompt's text, or the answer's note. */
  content: string | null;
  description: string | null;
  /** What a remix says is different; absent when it says nothing. */
  remix_note?: string | null;
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
  /** A prompt's. */
  tags?: string[];
  /** The number of the prompt's version. */
  version?: number;
  /** An answer's. */
  outcome?: Outcome;
  /** Null once it is forgotten; so are entries. */
  model?: string | null;
  /** Of a collection, those with a note. */
  entries?: { prompt_id: number; title: string; note: string }[] | null;
}

/** One of these is set. */
export type TargetIds = Pick<Selectable<ModerationCases>, (typeof TARGET_IDS)[number]>;
export const TARGET_IDS = ["prompt_id", "reported_user_id", "result_id", "collection_id"] as const;

export interface Target extends TargetIds {
  author_id: string;
  author_username: string;
  label: string;
  snapshot: Snapshot;
}

/** A case's row, with the values that its check constraints allow. */
export interface Case extends Selectable<ModerationCases> {
  category: Category | null;
  state: "pending" | "open" | "decided";
  snapshot: Snapshot;
  /** Newest first. */
  earlier: Snapshot[];
}

/** The case of a target; undefined before its first report. */
export function selectCaseOf(
  db: Kysely<DB>,
  { prompt_id, reported_user_id, result_id, collection_id }: TargetIds,
) {
  return db
    .selectFrom("moderation_cases")
    .selectAll()
    .where(
      sql<SqlBool>`prompt_id = ${prompt_id}::bigint or reported_user_id = ${reported_user_id}::uuid
        or result_id = ${result_id}::bigint or collection_id = ${collection_id}::bigint`,
    )
    .$castTo<Case>()
    .executeTakeFirst();
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
export const lockCase = (trx: Transaction<DB>, id: number) => caseOf(trx, id).forUpdate().executeTakeFirst();

export const selectCase = (db: Kysely<DB>, id: number) => caseOf(db, id).executeTakeFirst();

const caseOf = (db: Kysely<DB>, id: number) =>
  db.selectFrom("moderation_cases").selectAll().where("id", "=", id).$castTo<Case>();

/** What a report changes of its case. */
export interface Reported extends Pick<Target, "label" | "author_username" | "snapshot"> {
  earlier: Snapshot[];
}

/**
 * Opens a locked case, or adds to an open one: the earliest deadline counts.
 * @param category if not given, that of the case stays
 * @param reported what is reported now, if it is still there
 */
export async function openCase(
  trx: Transaction<DB>,
  id: number,
  { hours, category, reported }: { hours: number; category?: Category; reported?: Reported | undefined },
): Promise<void> {
  await trx
    .updateTable("moderation_cases")
    .set({
      state: "open",
      opened_at: sql<Date>`case state when 'open' then opened_at else now() end`,
      deadline: sql<Date>`least(case state when 'open' then deadline end,
        now() + make_interval(hours => ${hours}::int))`,
      version: sql<number>`version + 1`,
      ...(category && { category }),
      ...(reported && {
        ...reported,
        snapshot: JSON.stringify(reported.snapshot),
        earlier: JSON.stringify(reported.earlier),
      }),
    })
    .where("id", "=", id)
    .execute();
}

/** A locked case keeps what is decided on as the newest version. */
export async function renewSnapshot(
  trx: Transaction<DB>,
  id: number,
  { snapshot, earlier }: Pick<Reported, "snapshot" | "earlier">,
): Promise<void> {
  await trx
    .updateTable("moderation_cases")
    .set({ snapshot: JSON.stringify(snapshot), earlier: JSON.stringify(earlier) })
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

/** A locked, open case is about a picture that resembles the one of another case, whose prompt is removed. */
export async function setAlike(trx: Transaction<DB>, id: number, caseId: number): Promise<void> {
  await trx.updateTable("moderation_cases").set({ alike_case_id: caseId }).where("id", "=", id).execute();
}

/** Closes a locked case. */
export async function closeCase(trx: Transaction<DB>, id: number): Promise<void> {
  await trx
    .updateTable("moderation_cases")
    .set({
      state: "decided",
      version: sql<number>`version + 1`,
      hidden_automatically: false,
      alike_case_id: null,
      decided_at: sql<Date>`clock_timestamp()`,
    })
    .where("id", "=", id)
    .execute();
}

/** What a list shows of a case. */
const LISTED = [
  "id",
  ...TARGET_IDS,
  "author_id",
  "author_username",
  "label",
  "category",
  "deadline",
  "state",
  "opened_at",
] as const;
export type ListedCase = Pick<Case, (typeof LISTED)[number]>;

/** Cases of a state but for some, by constants, so that the partial indexes fit. */
function casesIn(db: Kysely<DB>, state: "open" | "decided", except: number[]) {
  const cases = db.selectFrom("moderation_cases").where(sql<SqlBool>`id <> all(${except}::bigint[])`);
  return cases.where(state === "open" ? sql<SqlBool>`state = 'open'` : sql<SqlBool>`state = 'decided'`);
}

/**
 * A page of the queue, by deadline, or of what is decided, newest first. Only ids are passed over, in an index: rows have the
 * texts of what was reported.
 * @param except cases that are left out
 */
export async function selectCases(
  db: Kysely<DB>,
  state: "open" | "decided",
  { limit, offset, except }: { limit: number; offset: number; except: number[] },
) {
  const by = state === "open" ? "deadline" : "decided_at";
  const direction = state === "open" ? "asc" : "desc";
  const page = casesIn(db, state, except)
    .select("id")
    .orderBy(by, direction)
    .orderBy("id", direction)
    .limit(limit)
    .offset(offset);
  return db
    .selectFrom("moderation_cases as c")
    .innerJoin(page.as("page"), "page.id", "c.id")
    .select(LISTED.map((column) => `c.${column}` as const))
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
    .orderBy(`c.${by}`, direction)
    .orderBy("c.id", direction)
    .$castTo<ListedCase & { reports: number; appeals: number }>()
    .execute();
}

/** @param except cases that are not counted */
export const countCases = (db: Kysely<DB>, state: "open" | "decided", except: number[]) =>
  countRows(casesIn(db, state, except));

/**
 * How often each action was decided about a user.
 * @param exceptAgainst a user who does not learn of what was decided about reports against that user; null for none
 */
export async function countDecisionsAbout(
  db: Kysely<DB>,
  authorId: string,
  exceptAgainst: string | null,
): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom("decisions as d")
    .innerJoin("moderation_cases as c", "c.id", "d.case_id")
    .where("c.author_id", "=", authorId)
    .where(
      sql<SqlBool>`not exists (
        select from reports r join moderation_cases reported on reported.id = r.case_id
        where r.id = d.report_id and reported.author_id = ${exceptAgainst}::uuid)`,
    )
    .groupBy("d.action")
    .select(["d.action", ({ fn }) => fn.countAll<number>().as("n")])
    .execute();
  return Object.fromEntries(rows.map(({ action, n }) => [action, n]));
}

/** Whether a case has texts of what was reported: of a prompt, an answer or a collection. */
const HAS_TEXTS = sql<SqlBool>`coalesce(snapshot ->> 'content', snapshot ->> 'description', snapshot ->> 'model',
  snapshot ->> 'entries') is not null`;

/** Decided so many days ago, with a text that nothing preserves. */
const forgettable = (days: number) => sql<SqlBool>`
  state = 'decided' and ${HAS_TEXTS}
  and decided_at < now() - make_interval(days => ${days}::int) and coalesce(preserved_until, '-infinity') < now()`;

/** Cases whose texts may be forgotten, with what they are about. */
export function selectForgettable(db: Kysely<DB>, days: number) {
  return db
    .selectFrom("moderation_cases")
    .select(["id", ...TARGET_IDS])
    .where(forgettable(days))
    .execute();
}

/** Forgets the texts of what was reported; not of what was reported or decided again meanwhile. Who decided what stays. */
export async function forgetSnapshots(db: Kysely<DB>, ids: number[], days: number): Promise<void> {
  await sql`
    update moderation_cases
    set earlier = '[]', snapshot = (snapshot - 'tags' - 'outcome' - 'remix_note')
      || '{"content": null, "description": null, "image": null, "model": null, "entries": null}'
    where id = any(${ids}::bigint[]) and ${forgettable(days)}
  `.execute(db);
}

/**
 * Forgets the names in a case: of the user concerned and of what was reported. The log then names it no more. What
 * still has its texts keeps them.
 */
export async function forgetNames(db: Kysely<DB>, months: number): Promise<void> {
  await sql`
    update moderation_cases set label = ${FORGOTTEN}, author_username = ${FORGOTTEN}, earlier = '[]',
      snapshot = snapshot || jsonb_build_object('title', null, 'username', ${FORGOTTEN}::text)
    where author_username <> ${FORGOTTEN} and not ${HAS_TEXTS}
      and state = 'decided' and decided_at < now() - make_interval(months => ${months}::int)
  `.execute(db);
}
