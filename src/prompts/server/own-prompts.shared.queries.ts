/** SQL of all prompts that a user published, liked or saved: their numbers, pages of them, and how some are now. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import type { RemixedFrom } from "#prompts/contract.ts";
import { type FieldColumns, fieldColumns, remixedFrom } from "./prompt-rows.queries.ts";

/** Numbers of public prompts of each of some users, in the given order, by scans of an index. */
export async function countPromptsOf(db: Kysely<DB>, userIds: string[]): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from prompts where prompts.user_id = author.id and hidden_at is null) as n
    from unnest(${userIds}::uuid[]) with ordinality as author (id, place) order by place
  `.execute(db);
  return rows.map(({ n }) => n);
}

/** Numbers of prompts of a user, hidden ones included, and of their different pictures. */
export async function countBelongings(
  db: Kysely<DB>,
  userId: string,
): Promise<{ prompts: number; pictures: number }> {
  const { rows } = await sql<{ prompts: number; pictures: number }>`
    select count(*) as prompts, count(distinct image_hash) as pictures from prompts where user_id = ${userId}
  `.execute(db);
  return rows[0] ?? { prompts: 0, pictures: 0 };
}

export interface OwnPromptRow extends FieldColumns {
  id: number;
  tool: string;
  image_hash: string;
  image_width: number;
  likes_count: number;
  views: number;
  created_at: Date;
  /** Null if never edited. */
  edited_at: Date | null;
  version: number;
  version_note: string | null;
  /** Null when it is no remix. */
  remixed_from: RemixedFrom | null;
  /** Null unless moderation has hidden it. */
  hidden_at: Date | null;
}

/** The next prompts of a user, hidden ones included, oldest first. @param after the last id of the previous page, 0 for the first */
export async function selectOwnPrompts(
  db: Kysely<DB>,
  userId: string,
  after: number,
  limit: number,
): Promise<OwnPromptRow[]> {
  const { rows } = await sql<OwnPromptRow>`
    select p.id, ${fieldColumns}, t.name as tool, p.image_hash, i.width as image_width,
      coalesce(s.likes_count, (select count(*) from likes where prompt_id = p.id)) as likes_count,
      coalesce(s.views, p.hidden_views) as views, p.created_at, p.edited_at,
      p.version, p.version_note, ${remixedFrom}, p.hidden_at
    from prompts p
    left join prompt_stats s on s.prompt_id = p.id
    join llm_types t on t.id = p.llm_type_id
    join images i on i.hash = p.image_hash
    where p.user_id = ${userId} and p.id > ${after} and p.deleted_at is null
    order by p.id limit ${limit}
  `.execute(db);
  return rows;
}

interface ReactedPromptRow {
  prompt_id: number;
  title: string;
  author: string;
  created_at: Date;
}

/** The next public prompts that a user liked or saved, by id. @param after as above */
export async function selectReactedPrompts(
  db: Kysely<DB>,
  table: "likes" | "favorites",
  userId: string,
  after: number,
  limit: number,
): Promise<ReactedPromptRow[]> {
  const { rows } = await sql<ReactedPromptRow>`
    select m.prompt_id, p.title, u.username as author, m.created_at
    from (
      select user_id, prompt_id, created_at from ${sql.table(table)}
      union all
      select user_id, prompt_id, created_at from withdrawn_reactions where kind = ${table}
    ) m
    join prompts p on p.id = m.prompt_id
    join users u on u.id = p.user_id
    where m.user_id = ${userId} and m.prompt_id > ${after} and p.hidden_at is null
    order by m.prompt_id limit ${limit}
  `.execute(db);
  return rows;
}

interface BulkState {
  id: number;
  title: string;
  is_edited: boolean;
  in_review: boolean;
}

/** How prompts are now; deleted ones are missing. */
export async function findStates(db: Kysely<DB>, ids: number[]): Promise<BulkState[]> {
  const { rows } = await sql<BulkState>`
    select id, title, edited_at is not null as is_edited, in_review from prompts where id = any(${ids}::bigint[]) order by id
  `.execute(db);
  return rows;
}
