/** SQL of collections, follows and the weekly mail that other rooms need: for exports, moderation and merged tags. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import { isShown } from "./collections.queries.ts";

/** How many collections a user has; under a lock of the user, so that none is added meanwhile. */
export async function countCollectionsOf(db: Kysely<DB>, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom("collections")
    .where("user_id", "=", userId)
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return n;
}

/** Locks a collection, so that its entries and texts change one after the other. */
export function lockCollection(trx: Transaction<DB>, id: number) {
  return trx
    .selectFrom("collections")
    .where("id", "=", id)
    .select(["id", "user_id", "title", "description", "is_public", "version", "withdrawn_at"])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Those of the given collections that are withdrawn. */
export async function selectWithdrawnOf(db: Kysely<DB>, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from collections where id = any(${ids}::bigint[]) and withdrawn_at is not null`.execute(db);
  return rows.map(({ id }) => id);
}

interface ExportedCollection {
  id: number;
  title: string;
  description: string | null;
  is_public: boolean;
  created_at: Date;
  updated_at: Date;
  withdrawn_reason: string | null;
  /** In order; without titles of prompts that are hidden. */
  items: { prompt_id: number; title: string | null; note: string | null; added_at: string }[];
}

/** The next collections of a user with all their entries, by id. @param after the last id of the previous page */
export async function selectForExport(
  db: Kysely<DB>,
  userId: string,
  after: number,
  limit: number,
): Promise<ExportedCollection[]> {
  const { rows } = await sql<ExportedCollection>`
    select c.id, c.title, c.description, c.is_public, c.created_at, c.updated_at, c.withdrawn_reason,
      coalesce((
        select json_agg(json_build_object('prompt_id', i.prompt_id,
            'title', case when p.hidden_at is null then p.title end, 'note', i.note, 'added_at', i.added_at)
          order by i.position, i.prompt_id)
        from collection_items i join prompts p on p.id = i.prompt_id where i.collection_id = c.id), '[]') as items
    from collections c
    where c.user_id = ${userId} and c.id > ${after}
    order by c.id limit ${limit}
  `.execute(db);
  return rows;
}

/** Whether public prompts have the tag `t`, or one that has just been merged into it. */
export const isUsed = sql<boolean>`(t.prompts_count > 0
  or exists (select from tags where merged_into = t.id and prompts_count > 0))`;

/** The next things that a user follows and can be seen, for the export. @param after the last number of the previous page */
export async function selectFollowsForExport(db: Kysely<DB>, userId: string, after: number, limit: number) {
  const { rows } = await sql<{
    id: number;
    user: string | null;
    collection: string | null;
    tag: string | null;
    since: Date;
  }>`
    select * from (
      select row_number() over (order by f.since, f.kind, f.name) as id, f."user", f.collection, f.tag, f.since from (
        select 1 as kind, u.username as name, u.username as "user", null::text as collection, null::text as tag,
          w.created_at as since
        from user_follows w join users u on u.id = w.user_id where w.follower_id = ${userId} and u.removed_at is null
        union all
        select 2, c.title, null, c.title, null, w.created_at
        from collection_follows w join collections c on c.id = w.collection_id join users u on u.id = c.user_id
        where w.follower_id = ${userId} and ${isShown}
        union all
        select 3, t.name, null, null, t.name, w.created_at
        from tag_follows w join tags t on t.id = w.tag_id
        where w.follower_id = ${userId} and ${isUsed}
      ) f
    ) numbered
    where id > ${after} order by id limit ${limit}
  `.execute(db);
  return rows;
}

/**
 * Who follows a tag follows the other one instead, into which it is merged by this transaction. The rows are changed, not
 * written anew: a new one would wait for its user, who may be publishing with this tag and wait for the merge.
 */
export async function moveTagFollows(trx: Transaction<DB>, id: number, into: number): Promise<void> {
  await sql`
    update tag_follows f set tag_id = ${into} where tag_id = ${id}
      and not exists (select from tag_follows o where o.follower_id = f.follower_id and o.tag_id = ${into})
  `.execute(trx);
  await sql`delete from tag_follows where tag_id = ${id}`.execute(trx);
}

/** The stored subscription, undefined without one, with dates in the words of the export. */
export async function selectNewsMail(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("news_mails")
    .where("user_id", "=", userId)
    .select(["asked_at", "next_at", "told_until"])
    .executeTakeFirst();
}
