/** SQL of prompts as moderation and the admin see them: the list of all, one of them, those with a picture. */
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { PromptImageColumns } from "#media/server/stored-pictures.ts";
import type { Page } from "#platform/database/page.ts";
import type { DB } from "#platform/database/schema.ts";
import { TEXT_FIELDS } from "#prompts/fields.ts";
import { tagNames } from "./prompt-rows.queries.ts";

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

/** A page of all prompts or of a search's results, newest first: an index scan finds the ids, then wide rows are fetched. */
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
    where p.id = any(${ids}::bigint[]) and p.hidden_at is not null and p.deleted_at is null`.execute(db);
  return rows;
}

/** Those ids whose prompts are hidden. */
export async function findHiddenOf(db: Kysely<DB>, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom("prompts")
    .select("id")
    .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
    .where("hidden_at", "is not", null)
    .where("deleted_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** The newest public prompt that a user has published since. */
export async function findNewestPromptOf(
  db: Kysely<DB>,
  userId: string,
  since: Date,
): Promise<number | undefined> {
  const newest = await db
    .selectFrom("prompts")
    .select("id")
    .where("user_id", "=", userId)
    .where("hidden_at", "is", null)
    .where("created_at", ">", since)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.id;
}

/** A prompt as moderation sees it, hidden or not; one that its author has deleted is gone. */
export async function findPromptForModeration(db: Kysely<DB>, id: number) {
  return db
    .selectFrom("prompts as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .innerJoin("images as i", "i.hash", "p.image_hash")
    .leftJoin("remixes as r", "r.prompt_id", "p.id")
    .where("p.id", "=", id)
    .where("p.deleted_at", "is", null)
    .select(TEXT_FIELDS.map((field) => `p.${field}` as const))
    .select(["p.id", "r.note as remix_note", "p.edited_at"])
    .select(["p.version", "p.version_at", tagNames.as("tags")])
    .select((p) => p.fn.coalesce("p.results_since", "p.version").as("answered_version"))
    .select(["p.hidden_at", "p.hidden_with_author", "p.in_review", "p.user_id", "u.username"])
    .select(["p.image_hash", "p.image_alt", "i.width", "i.height", "i.animated", "i.color"])
    .executeTakeFirst();
}

/** Other prompts with the same picture, newest first. */
export function findWithPicture(db: Kysely<DB>, hash: string, exceptId: number, most: number) {
  return db
    .selectFrom("prompts")
    .select(["id", "title"])
    .where("image_hash", "=", hash)
    .where("id", "<>", exceptId)
    .orderBy("id", "desc")
    .limit(most)
    .execute();
}

/** Prompts with a picture that are public, or hidden with their author alone; in no order. */
export async function findStillShown(db: Kysely<DB>, hash: string, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom("prompts")
    .select("id")
    .where("image_hash", "=", hash)
    .where(sql<boolean>`(hidden_at is null or hidden_with_author)`)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
