/** SQL of likes and favourites: one row per person and prompt; the like count follows by trigger, in the same statement. */
import { type Kysely, sql } from "kysely";
import type { Pool } from "pg";
import type { DB } from "#platform/database.ts";

export type ReactionTable = "likes" | "favorites";

/** What a person wants of a prompt: a reaction, none, or (undefined) the opposite of what is there. */
export interface Wish {
  userId: string;
  wanted: boolean | undefined;
}

export interface Reacted {
  is_blocked: boolean;
  /** Whether a reaction was taken away. If not, a wanted one is there by now, unless the person is blocked. */
  removed: boolean;
}

/**
 * Fulfils wishes for one prompt in one statement, so that its count's row is held once for all of them. The people are held
 * as the foreign key would hold them. Who is being blocked or removed is waited for, and then seen as they are by then, when
 * they wish alone; among others they are passed over, so that nobody waits for a stranger.
 * @param wishes one for each person at most
 * @returns what became of each person's wish; nothing of those who are gone, or were passed over
 */
export async function writeReactions(
  db: Kysely<DB>,
  table: ReactionTable,
  promptId: number,
  wishes: readonly Wish[],
): Promise<Map<string, Reacted>> {
  const patience = wishes.length > 1 ? sql`skip locked` : sql``;
  const people = wishes.map((wish) => wish.userId);
  const wanted = wishes.map((wish) => wish.wanted ?? null);
  const reactions = sql.table(table);
  const { rows } = await sql<Reacted & { id: string }>`
    with person as (
        select users.id, users.is_blocked, asked.wanted
        from unnest(${people}::uuid[], ${wanted}::boolean[]) as asked (id, wanted) join users using (id)
        order by users.id for key share of users ${patience}
      ),
      removed as (
        delete from ${reactions} using person
        where ${reactions}.user_id = person.id and ${reactions}.prompt_id = ${promptId}
          and person.wanted is not true
        returning person.id
      ),
      added as (
        insert into ${reactions} (user_id, prompt_id)
        select id, ${promptId}::bigint from person
        where not is_blocked and wanted is not false and id not in (select id from removed)
        order by id
        on conflict do nothing
      )
    select id, is_blocked, id in (select id from removed) as removed from person
  `.execute(db);
  return new Map(rows.map(({ id, ...reacted }) => [id, reacted]));
}

/** Likes of a prompt; undefined when there is no such prompt. */
export async function selectLikesCount(db: Kysely<DB>, promptId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("prompt_stats")
    .select("likes_count")
    .where("prompt_id", "=", promptId)
    .executeTakeFirst();
  return row?.likes_count;
}

export interface MarkRow {
  prompt_id: number;
  likes_count: number;
  is_liked: boolean;
  is_favorited: boolean;
}

/**
 * A person's marks on the prompts of a page, with the counts of this moment: one statement over three primary keys. It runs
 * at every signed-in call, so it is prepared, and its text is not made anew.
 */
export async function selectMarks(pool: Pool, userId: string, promptIds: number[]): Promise<MarkRow[]> {
  const { rows } = await pool.query<MarkRow>({
    name: "marks",
    text: `select s.prompt_id, s.likes_count,
        exists (select from likes l where l.user_id = $1 and l.prompt_id = s.prompt_id) as is_liked,
        exists (select from favorites f where f.user_id = $1 and f.prompt_id = s.prompt_id) as is_favorited
      from prompt_stats s
      where s.prompt_id = any($2::bigint[])`,
    values: [userId, promptIds],
  });
  return rows;
}
