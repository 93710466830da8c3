/** SQL of cases: opened by reports, locked by whoever changes them, listed by deadline. */
import {
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
  type UpdateObject,
} from "kysely";
import { type CaseFilter, type Due, UNREPORTED } from "#moderation/cases-contract.ts";
import { type Category, FORGOTTEN } from "#moderation/contract.ts";
import { countRows } from "#platform/database/rows.ts";
import type { DB, ModerationCases } from "#platform/database/schema.ts";
import { TEXT_FIELDS, type TextField } from "#prompts/fields.ts";
import type { Outcome } from "#results/catalog.ts";

/**
 * The reported thing as it was; of a user only the name. Optional parts are missing where the type has none, and newer
 * fields in older snapshots. `content` is a prompt's text, or a result's note.
 */
export interface Snapshot extends Record<TextField, string | null> {
  /** The difference that a remix's author names; absent when there is none. */
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
  /** A result's. */
  outcome?: Outcome;
  /** Null once it is forgotten; so are entries. */
  model?: string | null;
  /** A collection's entries with a note. */
  entries?: { prompt_id: number; title: string; note: string }[] | null;
}

/** What of a snapshot is forgotten or sealed before its title. */
export const NO_BODY = {
  ...(Object.fromEntries(
    TEXT_FIELDS.filter((field) => field !== "title").map((field) => [field, null]),
  ) as Record<Exclude<TextField, "title">, null>),
  image: null,
};

/** The ids of a case's target: one of them is set. */
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

const changeCase = (trx: Transaction<DB>, id: number, changes: UpdateObject<DB, "moderation_cases">) =>
  trx.updateTable("moderation_cases").set(changes).where("id", "=", id).execute();

/** Columns of a case that a report changes. */
export interface Reported extends Pick<Target, "label" | "author_username" | "snapshot"> {
  earlier: Snapshot[];
}

const asJson = ({ snapshot, earlier }: Pick<Reported, "snapshot" | "earlier">) => ({
  snapshot: JSON.stringify(snapshot),
  earlier: JSON.stringify(earlier),
});
const nextVersion = sql<number>`version + 1`;

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
  await changeCase(trx, id, {
    state: "open",
    opened_at: sql<Date>`case state when 'open' then opened_at else now() end`,
    deadline: sql<Date>`least(case state when 'open' then deadline end,
        now() + make_interval(hours => ${hours}::int))`,
    version: nextVersion,
    ...(category && { category }),
    ...(reported && { ...reported, ...asJson(reported) }),
  });
}

/** Stores the present content of a locked case's target as its newest version, so that the decision is about that. */
export async function renewSnapshot(
  trx: Transaction<DB>,
  id: number,
  content: Pick<Reported, "snapshot" | "earlier">,
): Promise<void> {
  await changeCase(trx, id, asJson(content));
}

export async function setHiddenAutomatically(trx: Transaction<DB>, id: number): Promise<void> {
  await changeCase(trx, id, { hidden_automatically: true });
}

/** A locked, open case is about a picture that resembles the one of another case, whose prompt is removed. */
export async function setAlike(trx: Transaction<DB>, id: number, caseId: number): Promise<void> {
  await changeCase(trx, id, { alike_case_id: caseId });
}

/** Closes a locked case. */
export async function closeCase(trx: Transaction<DB>, id: number): Promise<void> {
  await changeCase(trx, id, {
    state: "decided",
    version: nextVersion,
    hidden_automatically: false,
    alike_case_id: null,
    opened_at: sql<Date>`coalesce(opened_at, clock_timestamp())`,
    decided_at: sql<Date>`clock_timestamp()`,
  });
}

/** Marks a locked case as changed by a decision, though reports or appeals wait on in it. */
export async function touchCase(trx: Transaction<DB>, id: number): Promise<void> {
  await changeCase(trx, id, { version: nextVersion });
}

/** Columns of a case that lists show. */
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

/** When today ends. */
const MIDNIGHT = sql`(((now() at time zone 'America/Sao_Paulo')::date + 1)::timestamp at time zone 'America/Sao_Paulo')`;
const IS_DUE: Record<Due, RawBuilder<SqlBool>> = {
  overdue: sql`deadline <= now()`,
  today: sql`(deadline > now() and deadline < ${MIDNIGHT})`,
  later: sql`(deadline > now() and deadline >= ${MIDNIGHT})`,
};

/** What a list of cases shows. */
interface CaseSelection extends CaseFilter {
  state: "open" | "decided";
  /** Cases that are left out. */
  except: number[];
}

/** The state by constants, so that the partial indexes fit. */
function casesIn(db: Kysely<DB>, { state, except, category, due, author }: CaseSelection) {
  let cases = db
    .selectFrom("moderation_cases")
    .where(sql<SqlBool>`id <> all(${except}::bigint[])`)
    .where(state === "open" ? sql<SqlBool>`state = 'open'` : sql<SqlBool>`state = 'decided'`);
  if (category === UNREPORTED) cases = cases.where("category", "is", null);
  else if (category) cases = cases.where("category", "=", category);
  if (due && state === "open") cases = cases.where(IS_DUE[due]);
  if (author) cases = cases.where("author_id", "=", author);
  return cases;
}

const ORDER = {
  open: { by: "deadline", direction: "asc" },
  decided: { by: "decided_at", direction: "desc" },
} as const;

/** Characters of a report that the queue shows. */
const SAID_LENGTH = 200;

/**
 * A page of the queue, by deadline, or of what is decided, newest first. Only ids are passed over, in an index: rows have the
 * texts of what was reported.
 */
export async function selectCases(
  db: Kysely<DB>,
  selection: CaseSelection,
  { limit, offset }: { limit: number; offset: number },
) {
  const { by, direction } = ORDER[selection.state];
  const page = casesIn(db, selection)
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
      selectFrom("reports")
        .select(sql<string>`left(explanation, ${sql.lit(SAID_LENGTH)})`.as("said"))
        .whereRef("case_id", "=", "c.id")
        .where("confirmed_at", "is not", null)
        .where("explanation", "<>", FORGOTTEN)
        .orderBy("id", "desc")
        .limit(1)
        .as("said"),
      selectFrom("appeals as a")
        .innerJoin("decisions as d", "d.id", "a.decision_id")
        .select((count) => count.fn.countAll<number>().as("n"))
        .whereRef("d.case_id", "=", "c.id")
        .where("a.answered_by", "is", null)
        .as("appeals"),
    ])
    .orderBy(`c.${by}`, direction)
    .orderBy("c.id", direction)
    .$castTo<ListedCase & { reports: number; said: string | null; appeals: number }>()
    .execute();
}

export const countCases = (db: Kysely<DB>, selection: CaseSelection) => countRows(casesIn(db, selection));

/** Open cases by category and deadline. */
export function countWaiting(db: Kysely<DB>, { except, author }: Pick<CaseSelection, "except" | "author">) {
  const count = (due: Due) => sql<number>`count(*) filter (where ${IS_DUE[due]})`.as(due);
  return casesIn(db, { state: "open", except, author })
    .select(["category", count("overdue"), count("today"), count("later")])
    .groupBy("category")
    .orderBy("category")
    .$narrowType<{ category: Category | null }>()
    .execute();
}

/**
 * The case after or before one in the order of its list, which goes round.
 * @param id of a case, which may no longer be in the list
 */
export async function selectNeighbour(
  db: Kysely<DB>,
  selection: CaseSelection,
  id: number,
  side: "previous" | "next",
) {
  const { by, direction } = ORDER[selection.state];
  const isForward = (direction === "asc") === (side === "next");
  const way = isForward ? "asc" : "desc";
  const others = casesIn(db, { ...selection, except: [...selection.except, id] })
    .select(["id", "label"])
    .orderBy(by, way)
    .orderBy("id", way)
    .limit(1);
  const place = sql`(select ${sql.ref(by)} from moderation_cases where id = ${id})`;
  const beyond = sql<SqlBool>`(${sql.ref(by)}, id) ${isForward ? sql`>` : sql`<`} (${place}, ${id}::bigint)`;
  return (await others.where(beyond).executeTakeFirst()) ?? others.executeTakeFirst();
}

/**
 * How often people decided each action about a user. What the site did before counts against nobody.
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
    .where("d.decided_as", "<>", "automatic")
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
      || ${JSON.stringify({ ...NO_BODY, model: null, entries: null })}::jsonb
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
