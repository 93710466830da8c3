/** SQL of following authors and collections, and of what is new there. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import { isShown } from "./collections.queries.ts";

export type Followed = "users" | "collections";

/** How many authors and collections a user follows; under a lock of the user, so that none is added meanwhile. */
export async function countFollows(db: Kysely<DB>, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from user_follows where follower_id = ${userId})
      + (select count(*) from collection_follows where follower_id = ${userId}) as n
  `.execute(db);
  return rows[0]?.n ?? 0;
}

/** Follows; what is followed already stays so. */
export async function insertFollow(
  trx: Transaction<DB>,
  userId: string,
  of: Followed,
  id: string | number,
): Promise<void> {
  await (of === "users"
    ? sql`insert into user_follows (follower_id, user_id) values (${userId}, ${id}) on conflict do nothing`
    : sql`insert into collection_follows (follower_id, collection_id) values (${userId}, ${id}) on conflict do nothing`
  ).execute(trx);
}

export async function deleteFollow(
  db: Kysely<DB>,
  userId: string,
  of: Followed,
  id: string | number,
): Promise<void> {
  await (of === "users"
    ? sql`delete from user_follows where follower_id = ${userId} and user_id = ${id}`
    : sql`delete from collection_follows where follower_id = ${userId} and collection_id = ${id}`
  ).execute(db);
}

export interface FollowRow {
  user_id: string | null;
  collection_id: number | null;
  /** The author's name, or the collection's title. */
  name: string;
  created_at: Date;
}

/** What a user follows and can be seen, latest first: authors whose accounts are not removed, and public collections. */
export async function selectFollows(db: Kysely<DB>, userId: string): Promise<FollowRow[]> {
  const { rows } = await sql<FollowRow>`
    select f.user_id, null::bigint as collection_id, u.username as name, f.created_at
    from user_follows f join users u on u.id = f.user_id
    where f.follower_id = ${userId} and u.removed_at is null
    union all
    select null, c.id, c.title, f.created_at
    from collection_follows f join collections c on c.id = f.collection_id join users u on u.id = c.user_id
    where f.follower_id = ${userId} and ${isShown}
    order by created_at desc
  `.execute(db);
  return rows;
}

export interface NewsRow {
  prompt_id: number;
  /** Null for a prompt that its followed author has published. */
  collection_id: number | null;
  collection_title: string | null;
  note: string | null;
  /** The user's own prompt that it was made from. */
  source_id: number | null;
  source_title: string | null;
  at: Date;
  /** `at` in microseconds since 1970: a Date is less precise. */
  micros: number;
  /** False for hidden prompts and those of blocked people: they are no news, but the next page goes on after them. */
  is_shown: boolean;
}

/** Before what the next page begins. */
export interface NewsCursor {
  micros: number;
  promptId: number;
}

/** The user's newest prompts whose remixes are told, and of each the newest remixes. */
const MOST_SOURCES = 1000;
const MOST_REMIXES = 100;

/**
 * What is new by followed authors, in followed collections, and made from the user's prompts, newest first: of each the newest by
 * an index, and of those the newest. One's own additions are no news, nor is what blocked people publish or collect.
 * @param since tells nothing older, and remixes by followed authors alone: the weekly mail is of what is followed
 */
export async function selectNews(
  db: Kysely<DB>,
  userId: string,
  before: NewsCursor | null,
  limit: number,
  since: Date | null = null,
): Promise<NewsRow[]> {
  const micros = before?.micros ?? null;
  const promptId = before?.promptId ?? null;
  const moment = sql`'epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond'`;
  const { rows } = await sql<NewsRow>`
    select news.*, (extract(epoch from at) * 1000000)::bigint as micros,
      p.hidden_at is null and not a.is_blocked as is_shown, source.id as source_id, source.title as source_title
    from (
      select p.id as prompt_id, null::bigint as collection_id, null::text as collection_title, null::text as note,
        p.created_at as at
      from user_follows f
      join users u on u.id = f.user_id
      cross join lateral (
        select id, created_at from prompts
        where user_id = f.user_id and hidden_at is null and (${since}::timestamptz is null or created_at >= ${since})
          and (${micros}::bigint is null or (created_at, id) < (${moment}, ${promptId}::bigint))
        order by created_at desc, id desc limit ${limit}
      ) p
      where f.follower_id = ${userId} and not u.is_blocked
      union all
      select i.prompt_id, c.id, c.title, i.note, i.added_at
      from collection_follows f
      join collections c on c.id = f.collection_id
      join users u on u.id = c.user_id
      cross join lateral (
        select prompt_id, note, added_at from collection_items
        where collection_id = c.id and (${since}::timestamptz is null or added_at >= ${since})
          and (${micros}::bigint is null or (added_at, prompt_id) < (${moment}, ${promptId}::bigint))
        order by added_at desc, prompt_id desc limit ${limit}
      ) i
      where f.follower_id = ${userId} and ${isShown} and c.user_id <> ${userId}
      union all
      select made.id, null, null, null, made.created_at
      from (
        select id from prompts where user_id = ${userId} and hidden_at is null
        order by created_at desc, id desc limit ${MOST_SOURCES}
      ) own
      cross join lateral (
        select prompt_id from remixes where source_id = own.id order by prompt_id desc limit ${MOST_REMIXES}
      ) r
      join prompts made on made.id = r.prompt_id
      where ${since}::timestamptz is null and made.user_id <> ${userId}
        and (${micros}::bigint is null or (made.created_at, made.id) < (${moment}, ${promptId}::bigint))
        and not exists (select from user_follows f where f.follower_id = ${userId} and f.user_id = made.user_id)
      order by at desc, prompt_id desc limit ${limit}
    ) news
    join prompts p on p.id = news.prompt_id
    join users a on a.id = p.user_id
    left join remixes r on r.prompt_id = news.prompt_id and news.collection_id is null
    left join prompts source on source.id = r.source_id and source.user_id = ${userId} and source.hidden_at is null
    order by at desc, prompt_id desc
  `.execute(db);
  return rows;
}

/** The next things that a user follows and can be seen, for the export. @param after the last number of the previous page */
export async function selectFollowsForExport(db: Kysely<DB>, userId: string, after: number, limit: number) {
  const { rows } = await sql<{ id: number; user: string | null; collection: string | null; since: Date }>`
    select * from (
      select row_number() over (order by f.since, f.kind, f.name) as id, f."user", f.collection, f.since from (
        select 1 as kind, u.username as name, u.username as "user", null::text as collection, w.created_at as since
        from user_follows w join users u on u.id = w.user_id where w.follower_id = ${userId} and u.removed_at is null
        union all
        select 2, c.title, null, c.title, w.created_at
        from collection_follows w join collections c on c.id = w.collection_id join users u on u.id = c.user_id
        where w.follower_id = ${userId} and ${isShown}
      ) f
    ) numbered
    where id > ${after} order by id limit ${limit}
  `.execute(db);
  return rows;
}
