/**
 * SQL of what a list shows of prompts: it picks ids, in an order, and the wide rows of one page of them are fetched. Of all
 * queries these alone serve another room: the library, whose pages are one statement each.
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { PromptImageColumns } from "#media/server/stored-pictures.ts";
import type { Page } from "#platform/database/page.ts";
import type { DB } from "#platform/database/schema.ts";
import type { PromptFields, RemixedFrom, SortOrder } from "#prompts/contract.ts";
import { LIBRARY_PAGE_SIZE } from "#prompts/contract.ts";
import { FIELD_NAMES } from "#prompts/fields.ts";

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
  /** Only in lists (cursor.ts). */
  cursor?: string;
  /** Only of one prompt. */
  remixed_from?: RemixedFrom | null;
  has_remixes?: boolean;
}

/** Sort orders of lists, descending; the id is last, so that pages never overlap. Each has an index. */
export const ORDERS: Record<SortOrder, readonly RawBuilder<unknown>[]> = {
  top: columns("likes_count", "created_at", "prompt_id"),
  newest: columns("created_at", "prompt_id"),
  views: columns("views", "created_at", "prompt_id"),
  works: columns("last_worked_at", "created_at", "prompt_id"),
};

function columns(...names: (keyof DB["prompt_stats"])[]) {
  return names.map((name) => sql.ref(`s.${name}`));
}

export function orderBy(order: SortOrder, direction: "asc" | "desc" = "desc"): RawBuilder<unknown> {
  return sql.join(ORDERS[order].map((column) => sql`${column} ${sql.raw(direction)}`));
}

/** A time in microseconds since 1970: PostgreSQL keeps so many, JavaScript's dates do not. 0 for never. */
export const microsOf = (column: string) =>
  sql`(extract(epoch from nullif(${sql.ref(column)}, '-infinity')) * 1000000)::bigint`;

/** The cursor after each prompt of a page (cursor.ts), as `more` of `selectRows`. */
export function cursorColumn(order: SortOrder): RawBuilder<unknown> {
  const first = {
    top: [sql.ref("s.likes_count")],
    newest: [],
    views: [sql.ref("s.views")],
    works: [sql`coalesce(${microsOf("s.last_worked_at")}, 0)`],
  }[order];
  return sql`, concat_ws('.', ${sql.join([...first, microsOf("s.created_at"), sql.ref("s.prompt_id")])}) as cursor`;
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
export async function selectRows(
  db: Kysely<DB>,
  page: RawBuilder<unknown>,
  more = sql``,
): Promise<PromptRow[]> {
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

/**
 * A page of a from clause that names `prompt_stats` as `s`.
 * @param first what is sorted by before the order's columns
 */
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
    cursorColumn(order),
  );
}
