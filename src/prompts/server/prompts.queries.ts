/** SQL of reading prompts: one, some of them, and those of a user. */
import { type Kysely, sql } from "kysely";
import { comesAfter, type Page } from "#platform/database/page.ts";
import type { DB } from "#platform/database/schema.ts";
import {
  cursorColumn,
  fieldColumns,
  microsOf,
  type PromptRow,
  remixedFrom,
  selectRows,
} from "./prompt-rows.queries.ts";

/** Columns for a prompt's own page, which lists do not show. */
const detailColumns = sql`, ${remixedFrom}, exists (
  select from remixes r join prompt_stats made on made.prompt_id = r.prompt_id where r.source_id = p.id) as has_remixes`;

/**
 * One prompt. Compares a single id: for `any(list)` PostgreSQL does not know the list's length and would plan the statement
 * for each call, which takes several times as long as running it.
 */
export async function selectById(db: Kysely<DB>, id: number): Promise<PromptRow | undefined> {
  const [row] = await selectRows(db, sql`select ${id}::bigint as prompt_id, 1 as position`, detailColumns);
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
    .where("deleted_at", "is", null)
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
  const after = comesAfter([sql`created_at`, sql`id`], page);
  return selectRows(
    db,
    sql`select id as prompt_id, row_number() over (order by created_at desc, id desc) as position
      from prompts where user_id = ${userId} and hidden_at is null and ${after}
      order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`,
    cursorColumn("newest"),
  );
}

/** Whether the prompt of a favourite is public. Few are hidden: that index is small. */
const isShown = sql`not exists (select from prompts p where p.id = f.prompt_id and p.hidden_at is not null)`;

/** Number of a user's favourites that are public. @param most that are counted */
export async function countFavorites(db: Kysely<DB>, userId: string, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from favorites f where user_id = ${userId} and ${isShown} limit ${most}) f
  `.execute(db);
  return rows[0]?.n ?? 0;
}

/** A user's favourites that are public, latest first: by when they became so. */
export function selectFavorites(db: Kysely<DB>, userId: string, page: Page) {
  const after = comesAfter([sql`created_at`, sql`prompt_id`], page);
  return selectRows(
    db,
    sql`select prompt_id, row_number() over (order by created_at desc, prompt_id desc) as position,
        concat_ws('.', ${microsOf("f.created_at")}, prompt_id) as cursor
      from (
        select prompt_id, created_at from favorites f where user_id = ${userId} and ${isShown} and ${after}
        order by created_at desc, prompt_id desc limit ${page.limit} offset ${page.offset}
      ) f`,
    sql`, page.cursor`,
  );
}
