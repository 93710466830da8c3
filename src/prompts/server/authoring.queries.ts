/** SQL of authors: their prompts published, held, changed. */
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

/** An id for a prompt that is yet to be inserted: its link preview is called by it. */
export async function reservePromptId(db: Kysely<DB>): Promise<number> {
  const id = sql<number>`nextval(pg_get_serial_sequence('prompts', 'id'))`.as("id");
  return (await db.selectNoFrom(id).executeTakeFirstOrThrow()).id;
}

export async function insertPrompt(db: Kysely<DB>, values: PromptValues): Promise<void> {
  const { id, ...texts } = values;
  const columns = Object.keys(texts).map((column) => sql.ref(column));
  // The search document is the trigger's; the column only has to be named for its not-null rule.
  await sql`
    insert into prompts (id, search, ${sql.join(columns)}) overriding system value
    values (${id}, '', ${sql.join(Object.values(texts))})
  `.execute(db);
}

/** The prompt that a person published under this key. */
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

/** What can be changed of a prompt, and whose it is. */
export interface AuthoredRow {
  user_id: string;
  llm_type_id: number;
  title: string;
  content: string;
  description: string | null;
  image_alt: string | null;
  image_hash: string;
  /** Of the picture, in pixels. */
  image_width: number;
}

/**
 * @param hold keeps anybody else from changing or removing the prompt until the transaction ends; reactions go on
 */
export async function selectAuthored(
  db: Kysely<DB>,
  id: number,
  hold = false,
): Promise<AuthoredRow | undefined> {
  // By itself: a statement that had to wait joins the prompt as it now is with the picture it had, and finds neither.
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
