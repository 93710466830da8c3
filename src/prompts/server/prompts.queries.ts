/** SQL of prompts: lists scan an index of `prompt_stats`, then fetch the wide rows of one page. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { PromptImageColumns } from "#media/server/stored-pictures.ts";
import type { DB } from "#platform/database/schema.ts";
import type { PromptFields, RemixedFrom, SortOrder } from "#prompts/contract.ts";
import { FIELD_NAMES, LIBRARY_PAGE_SIZE } from "#prompts/contract.ts";
import { matchesFilter, type TaggedFilter } from "./list-filter.queries.ts";

/** What authors fill in, as it is stored: the contract's fields. */
export type FieldColumns = { [Field in keyof PromptFields]-?: Exclude<PromptFields[Field], undefined> };

/**
 * Names of a prompt's tags, in the author's order; of a merged one its other's, once. Looked up one by one: for a list of
 * unknown length PostgreSQL would rather read all tags. Most prompts have none, and cost no look-up.
 */
export const tagNames = sql<string[]>`case when p.tag_ids = '{}' then '{}' else array(
  select name from (
    select place, (
      select coalesce(other.name, own.name)
      from tags own left join tags other on other.id = own.merged_into where own.id = given.id
    ) as name from unnest(p.tag_ids) with ordinality given (id, place)
  ) named group by name order by min(place)) end`;

/** These fields of prompts `p`. */
export const fieldColumns: RawBuilder<unknown> = sql.join(
  FIELD_NAMES.map((field) => (field === "tags" ? sql`${tagNames} as tags` : sql.ref(`p.${field}`))),
);

/** A prompt that another one was made from; null unless it is public. */
const credit = (id: RawBuilder<unknown>) => sql`(
  select json_build_object('id', c.id, 'title', c.title, 'user', json_build_object('username', a.username), 'user_id', c.user_id,
    'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from prompts c join users a on a.id = c.user_id where c.id = ${id} and c.hidden_at is null)`;

/** What a prompt `p` was made from; null when it is no remix. By "offset 0" each source is looked up once, not at each mention. */
export const remixedFrom = sql`(
  select json_build_object('direct', credits.direct, 'root', credits.root, 'gone', credits.direct is null, 'note', credits.note)
  from (
    select ${credit(sql`r.source_id`)} as direct, ${credit(sql`r.root_id`)} as root, r.note
    from remixes r where r.prompt_id = p.id offset 0
  ) credits) as remixed_from`;

/** Of one prompt, what lists do not show. */
const alone = sql`, ${remixedFrom}, exists (
  select from remixes r join prompt_stats made on made.prompt_id = r.prompt_id where r.source_id = p.id) as has_remixes`;

/** A prompt with all columns of a response. */
export interface PromptRow extends FieldColumns, PromptImageColumns {
  id: number;
  user_id: string;
  username: string;
  llm_type_name: string;
  views: number;
  likes_count: number;
  answered_count: number;
  worked_count: number;
  last_worked_at: Date | null;
  created_at: Date;
  edited_at: Date | null;
  version: number;
  /** Only of one prompt. */
  remixed_from?: RemixedFrom | null;
  has_remixes?: boolean;
}

export type Page = { limit: number; offset: number };

/** Sort orders of lists, descending; the id is last, so that pages never overlap. Each has an index. */
const ORDERS = {
  top: ["likes_count", "created_at", "prompt_id"],
  newest: ["created_at", "prompt_id"],
  views: ["views", "created_at", "prompt_id"],
  works: ["last_worked_at", "created_at", "prompt_id"],
} as const satisfies Record<SortOrder, readonly (keyof DB["prompt_stats"])[]>;

/** A list of the library: its filters and its order. */
export interface OrderedList extends TaggedFilter {
  order: SortOrder;
}

/** A position in a list: the sort values of its prompt, and the number of prompts up to and including it. */
export interface Anchor {
  key: string[];
  position: number;
}

const columns = (order: SortOrder) => ORDERS[order].map((column) => sql.ref(`s.${column}`));

export function orderBy(order: SortOrder, direction: "asc" | "desc" = "desc"): RawBuilder<unknown> {
  return sql.join(columns(order).map((column) => sql`${column} ${sql.raw(direction)}`));
}

/**
 * The first page of the library has literal limits: PostgreSQL caches a generic plan only when it knows the limit, and
 * planning takes longer than running.
 */
function slice({ limit, offset }: Page): RawBuilder<unknown> {
  return offset === 0 && limit === LIBRARY_PAGE_SIZE
    ? sql`limit ${sql.lit(limit)}`
    : sql`limit ${limit} offset ${offset}`;
}

/** The wide rows of the prompts selected by `page`, a query of `prompt_id` and `position`. @param more columns after a comma */
async function selectRows(db: Kysely<DB>, page: RawBuilder<unknown>, more = sql``): Promise<PromptRow[]> {
  const { rows } = await sql<PromptRow>`
    select p.id, ${fieldColumns}, p.user_id, u.username, t.name as llm_type_name,
      p.image_hash, i.width, i.height, i.animated, i.color, s.views, s.likes_count,
      s.answered_count, s.worked_count, nullif(s.last_worked_at, '-infinity') as last_worked_at,
      p.created_at, p.edited_at, p.version${more}
    from (${page}) page
    join prompts p on p.id = page.prompt_id
    join prompt_stats s on s.prompt_id = p.id
    join users u on u.id = p.user_id
    join llm_types t on t.id = p.llm_type_id
    join images i on i.hash = p.image_hash
    order by page.position
  `.execute(db);
  return rows;
}

/** A page of a list, scanned from its start or from an anchor. */
export function selectPage(db: Kysely<DB>, list: OrderedList, page: Page, anchor?: Anchor) {
  const { order } = list;
  const after = anchor ? sql`and (${sql.join(columns(order))}) < (${sql.join(anchor.key)})` : sql``;
  const offset = page.offset - (anchor?.position ?? 0);
  const place = sql`prompt_stats s where ${matchesFilter(list)} ${after}`;
  return selectSorted(db, place, order, { limit: page.limit, offset });
}

/** A page of a list, scanned from its end. @param fromEnd number of prompts after the page */
export function selectPageFromEnd(db: Kysely<DB>, list: OrderedList, limit: number, fromEnd: number) {
  const { order } = list;
  return selectRows(
    db,
    sql`select s.prompt_id, -row_number() over (order by ${orderBy(order, "asc")}) as position
      from prompt_stats s where ${matchesFilter(list)}
      order by ${orderBy(order, "asc")} limit ${limit} offset ${fromEnd}`,
  );
}

/** Anchors at every `step`-th prompt of a list: one scan of its index. */
export async function selectAnchors(db: Kysely<DB>, list: OrderedList, step: number): Promise<Anchor[]> {
  const key = sql.join(columns(list.order).map((column) => sql`${column}::text`));
  const { rows } = await sql<Anchor>`
    select key, position from (
      select array[${key}] as key, row_number() over (order by ${orderBy(list.order)}) as position
      from prompt_stats s where ${matchesFilter(list)}
    ) s where position % ${step} = 0 order by position
  `.execute(db);
  return rows;
}

/** A page of a from clause that names `prompt_stats` as `s`. @param first what is sorted by before the order's columns */
export function selectSorted(
  db: Kysely<DB>,
  place: RawBuilder<unknown>,
  order: SortOrder,
  page: Page,
  first = sql``,
) {
  const by = sql`${first}${orderBy(order)}`;
  return selectRows(
    db,
    sql`select s.prompt_id, row_number() over (order by ${by}) as position
      from ${place} order by ${by} ${slice(page)}`,
  );
}

/** The prompts with most likes for their age. */
export function selectTrending(db: Kysely<DB>, limit: number) {
  return selectRows(
    db,
    sql`select prompt_id, row_number() over (order by trending desc, prompt_id desc) as position
      from prompt_stats order by trending desc, prompt_id desc limit ${sql.lit(limit)}`,
  );
}

/**
 * One prompt. Compares a single id: for `any(list)` PostgreSQL does not know the list's length and would plan the statement
 * for each call, which takes several times as long as running it.
 */
export async function selectById(db: Kysely<DB>, id: number): Promise<PromptRow | undefined> {
  const [row] = await selectRows(db, sql`select ${id}::bigint as prompt_id, 1 as position`, alone);
  return row;
}

/** Those prompts of a list of ids that are public, in the list's order. */
export function selectByIds(db: Kysely<DB>, ids: number[]) {
  return selectRows(
    db,
    sql`select prompt_id, position from unnest(${ids}::bigint[]) with ordinality as asked (prompt_id, position)`,
  );
}

/** Whether moderation has hidden a prompt; undefined when it does not exist. One that waits for its review never was public. */
export async function selectIsHidden(db: Kysely<DB>, id: number): Promise<boolean | undefined> {
  const row = await db
    .selectFrom("prompts")
    .select(["hidden_at", "in_review"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && row.hidden_at !== null && !row.in_review;
}

/** An author's prompts that wait for their review, newest first. @param id one of them; null for all */
export async function selectInReview(
  db: Kysely<DB>,
  userId: string,
  id: number | null,
  most: number,
): Promise<PromptRow[]> {
  const { rows } = await sql<PromptRow>`
    select p.id, ${fieldColumns}, p.user_id, u.username, t.name as llm_type_name,
      p.image_hash, i.width, i.height, i.animated, i.color, 0 as views, 0 as likes_count,
      0 as answered_count, 0 as worked_count, null as last_worked_at, p.created_at, p.edited_at, p.version,
      ${remixedFrom}
    from prompts p
    join users u on u.id = p.user_id
    join llm_types t on t.id = p.llm_type_id
    join images i on i.hash = p.image_hash
    where p.user_id = ${userId} and p.in_review and p.hidden_at is not null and (${id}::bigint is null or p.id = ${id})
    order by p.id desc limit ${most}
  `.execute(db);
  return rows;
}

/** A user's public prompts, newest first. */
export function selectByAuthor(db: Kysely<DB>, userId: string, page: Page) {
  return selectRows(
    db,
    sql`select id as prompt_id, row_number() over (order by created_at desc, id desc) as position
      from prompts where user_id = ${userId} and hidden_at is null
      order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`,
  );
}

/** Whether the prompt of a favourite is public. Few are hidden: that index is small. */
const isShown = sql`not exists (select from prompts p where p.id = f.prompt_id and p.hidden_at is not null)`;

/** Number of a user's favourites that are public. */
export async function countFavorites(db: Kysely<DB>, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from favorites f where user_id = ${userId} and ${isShown}
  `.execute(db);
  return rows[0]?.n ?? 0;
}

/** A user's favourites that are public, latest first. */
export function selectFavorites(db: Kysely<DB>, userId: string, page: Page) {
  return selectRows(
    db,
    sql`select prompt_id, row_number() over (order by created_at desc, prompt_id desc) as position
      from favorites f where user_id = ${userId} and ${isShown}
      order by created_at desc, prompt_id desc limit ${page.limit} offset ${page.offset}`,
  );
}
