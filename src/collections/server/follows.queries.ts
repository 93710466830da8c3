/** SQL of following authors, collections and tags, and of their news. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import { isShown } from "./collections.queries.ts";
import { isUsed } from "./collections.shared.queries.ts";

export type Followed = "users" | "collections" | "tags";

/** What is followed of each kind, in a table of its own. */
const TABLES = {
  users: sql`user_follows (follower_id, user_id)`,
  collections: sql`collection_follows (follower_id, collection_id)`,
  tags: sql`tag_follows (follower_id, tag_id)`,
} as const satisfies Record<Followed, unknown>;

/** How many authors, collections and tags a user follows; under a lock of the user, so that none is added meanwhile. */
export async function countFollows(db: Kysely<DB>, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from user_follows where follower_id = ${userId})
      + (select count(*) from collection_follows where follower_id = ${userId})
      + (select count(*) from tag_follows where follower_id = ${userId}) as n
  `.execute(db);
  return rows[0]?.n ?? 0;
}

/** Follows; no change if already followed. */
export async function insertFollow(
  trx: Transaction<DB>,
  userId: string,
  of: Followed,
  id: string | number,
): Promise<void> {
  await sql`insert into ${TABLES[of]} values (${userId}, ${id}) on conflict do nothing`.execute(trx);
}

/** @param id of a tag its key, as `tagKey` */
export async function deleteFollow(
  db: Kysely<DB>,
  userId: string,
  of: Followed,
  id: string | number,
): Promise<void> {
  await {
    users: sql`delete from user_follows where follower_id = ${userId} and user_id = ${id}`,
    collections: sql`delete from collection_follows where follower_id = ${userId} and collection_id = ${id}`,
    tags: sql`delete from tag_follows where follower_id = ${userId}
      and tag_id = (select coalesce(merged_into, id) from tags where folded = ${id})`,
  }[of].execute(db);
}

export interface FollowRow {
  user_id: string | null;
  collection_id: number | null;
  tag_slug: string | null;
  /** The author's or the tag's name, or the collection's title. */
  name: string;
  created_at: Date;
}

/**
 * Visible things that a user follows, latest first: authors whose accounts are not removed, public collections, and tags that
 * public prompts have.
 */
export async function selectFollows(db: Kysely<DB>, userId: string): Promise<FollowRow[]> {
  const { rows } = await sql<FollowRow>`
    select f.user_id, null::bigint as collection_id, null::text as tag_slug, u.username as name, f.created_at
    from user_follows f join users u on u.id = f.user_id
    where f.follower_id = ${userId} and u.removed_at is null
    union all
    select null, c.id, null, c.title, f.created_at
    from collection_follows f join collections c on c.id = f.collection_id join users u on u.id = c.user_id
    where f.follower_id = ${userId} and ${isShown}
    union all
    select null, null, t.slug, t.name, f.created_at
    from tag_follows f join tags t on t.id = f.tag_id
    where f.follower_id = ${userId} and ${isUsed}
    order by created_at desc
  `.execute(db);
  return rows;
}

export interface NewsRow {
  prompt_id: number;
  /** Null for a prompt that somebody has published. */
  collection_id: number | null;
  collection_title: string | null;
  /** The followed tag, of a prompt that is news for nothing else. */
  tag_slug: string | null;
  tag_name: string | null;
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

/** Most own prompts, the newest, whose remixes are news, and the newest remixes of each. */
const MOST_SOURCES = 1000;
const MOST_REMIXES = 100;

/**
 * News of followed authors, of followed collections and tags, and remixes of the user's prompts, newest first: the newest of
 * each by an index, then the newest of those. A prompt that is published is told once, with the author if the author is
 * followed. One's own prompts and additions are no news, nor is anything that blocked people publish or collect.
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
    select news.*, (extract(epoch from at) * 1000000)::bigint as micros, t.slug as tag_slug, t.name as tag_name,
      p.hidden_at is null and not a.is_blocked as is_shown, source.id as source_id, source.title as source_title
    from (
      select distinct on (at, prompt_id, collection_id) * from (
        select p.id as prompt_id, null::bigint as collection_id, null::text as collection_title, null::text as note,
          p.created_at as at, 1 as rank, null::integer as tag_id
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
        select i.prompt_id, c.id, c.title, i.note, i.added_at, 1, null
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
        select made.id, null, null, null, made.created_at, 2, null
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
        union all
        select n.prompt_id, null, null, null, n.created_at, 3, f.tag_id
        from tag_follows f
        cross join lateral (
          select f.tag_id as id union all select id from tags where merged_into = f.tag_id and prompts_count > 0
        ) t
        cross join lateral (
          select prompt_id, created_at from tag_news
          where tag_id = t.id and author_id <> ${userId} and (${since}::timestamptz is null or created_at >= ${since})
            and (${micros}::bigint is null or (created_at, prompt_id) < (${moment}, ${promptId}::bigint))
          order by created_at desc, prompt_id desc limit ${limit}
        ) n
        where f.follower_id = ${userId}
      ) found
      order by at desc, prompt_id desc, collection_id, rank, tag_id limit ${limit}
    ) news
    join prompts p on p.id = news.prompt_id
    join users a on a.id = p.user_id
    left join remixes r on r.prompt_id = news.prompt_id and news.collection_id is null
    left join prompts source on source.id = r.source_id and source.user_id = ${userId} and source.hidden_at is null
    left join tags t on t.id = news.tag_id
    order by at desc, prompt_id desc
  `.execute(db);
  return rows;
}
