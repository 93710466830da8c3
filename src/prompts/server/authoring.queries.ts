/** SQL of authors: inserting, locking and updating their prompts. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";

export interface PromptValues {
  id: number;
  user_id: string;
  llm_type_id: number;
  title: string;
  content: string;
  description: string | null;
  image_hash: string;
  image_alt: string | null;
  publication_key: string | null;
}

/** Reserves an id for a prompt: its link preview is stored under it before the insert. */
export async function reservePromptId(db: Kysely<DB>): Promise<number> {
  const id = sql<number>`nextval(pg_get_serial_sequence('prompts', 'id'))`.as("id");
  return (await db.selectNoFrom(id).executeTakeFirstOrThrow()).id;
}

export async function insertPrompt(db: Kysely<DB>, values: PromptValues): Promise<void> {
  const { id, ...texts } = values;
  const columns = Object.keys(texts).map((column) => sql.ref(column));
  // A trigger computes the search document; the value only satisfies the type.
  await sql`
    insert into prompts (id, search, ${sql.join(columns)}) overriding system value
    values (${id}, '', ${sql.join(Object.values(texts))})
  `.execute(db);
}

/** The prompt that a user published with this key. */
export async function selectPublished(
  db: Kysely<DB>,
  userId: string,
  key: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("prompts")
    .select("id")
    .where("user_id", "=", userId)
    .where("publication_key", "=", key)
    .executeTakeFirst();
  return row?.id;
}

/** Editable columns of a prompt, and its author. */
export interface AuthoredRow {
  user_id: string;
  llm_type_id: number;
  title: string;
  content: string;
  description: string | null;
  image_alt: string | null;
  image_hash: string;
  /** Width of the picture in pixels. */
  image_width: number;
}

/**
 * @param hold locks the prompt against edits and removal until the transaction ends; reactions are not blocked
 */
export async function selectAuthored(
  db: Kysely<DB>,
  id: number,
  hold = false,
): Promise<AuthoredRow | undefined> {
  // A statement of its own: one that waits for the lock and also joins would join the new prompt with its old picture.
  if (hold) await sql`select from prompts where id = ${id} for no key update`.execute(db);
  const { rows } = await sql<AuthoredRow>`
    select p.user_id, p.llm_type_id::int as llm_type_id, p.title, p.content, p.description, p.image_alt,
      p.image_hash, i.width as image_width
    from prompts p join images i on i.hash = p.image_hash
    where p.id = ${id}
  `.execute(db);
  return rows[0];
}

export type AuthoredChanges = Partial<Omit<AuthoredRow, "user_id" | "image_width">>;

export async function updatePrompt(db: Kysely<DB>, id: number, changes: AuthoredChanges): Promise<void> {
  await db
    .updateTable("prompts")
    .set({ ...changes, edited_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}
