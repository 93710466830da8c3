/** SQL of the list of all prompts for moderation: an index scan finds a page's ids, then their wide rows are fetched. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { PromptImageColumns } from "#media/server/stored-pictures.ts";
import type { DB } from "#platform/database/schema.ts";
import type { Page } from "./prompts.queries.ts";

export interface ModeratedPromptRow extends PromptImageColumns {
  id: number;
  title: string;
  content: string;
  description: string | null;
  views: number;
  likes_count: number;
  created_at: Date;
  user_id: string;
  username: string;
  email: string;
  is_demo: boolean;
}

export interface PromptSearch {
  /** Words, searched as in the library. */
  words: string;
  /** Id of a prompt that matches as well. */
  id: number | null;
}

/** The results of a search, as rows of `prompt_stats`. */
function found({ words, id }: PromptSearch): RawBuilder<unknown> {
  return sql`select st.prompt_id, st.created_at from prompts p join prompt_stats st on st.prompt_id = p.id
    where p.search @@ search_query(${words}) or p.id = ${id}`;
}

/** A page of all prompts or of a search's results, newest first. */
export async function selectAllPrompts(
  db: Kysely<DB>,
  search: PromptSearch | undefined,
  { limit, offset }: Page,
): Promise<ModeratedPromptRow[]> {
  const source = search ? sql`(${found(search)})` : sql`prompt_stats`;
  const { rows } = await sql<ModeratedPromptRow>`
    select p.id, p.title, p.content, p.description, p.image_hash, p.image_alt, i.width, i.height, i.animated, i.color,
      s.views, s.likes_count, p.created_at, u.id as user_id, u.username, u.email, u.is_demo
    from (
      select prompt_id from ${source} listed
      order by created_at desc, prompt_id desc limit ${limit} offset ${offset}
    ) page
    join prompts p on p.id = page.prompt_id
    join prompt_stats s on s.prompt_id = p.id
    join users u on u.id = p.user_id
    join images i on i.hash = p.image_hash
    order by p.created_at desc, p.id desc`.execute(db);
  return rows;
}

/** Number of prompts that a search finds, counted to `most` at most. */
export async function countFound(db: Kysely<DB>, search: PromptSearch, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from (${found(search)}) s limit ${most}) reached`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Hidden prompts, in no order. */
export async function selectHiddenPrompts(db: Kysely<DB>, ids: number[]): Promise<ModeratedPromptRow[]> {
  const { rows } = await sql<ModeratedPromptRow>`
    select p.id, p.title, p.content, p.description, p.image_hash, p.image_alt, i.width, i.height, i.animated, i.color,
      p.hidden_views as views, (select count(*) from likes where prompt_id = p.id) as likes_count,
      p.created_at, u.id as user_id, u.username, u.email, u.is_demo
    from prompts p
    join users u on u.id = p.user_id
    join images i on i.hash = p.image_hash
    where p.id = any(${ids}::bigint[]) and p.hidden_at is not null`.execute(db);
  return rows;
}
