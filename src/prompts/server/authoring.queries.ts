/** SQL of authors: inserting, locking and updating their prompts. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import type { NewPrompt } from "#prompts/contract.ts";
import { type FieldColumns, fieldColumns } from "./prompts.queries.ts";

export interface PromptValues
  extends Omit<NewPrompt, "thumbnail_url" | "tags" | "remixed_from" | "remix_note"> {
  id: number;
  tag_ids: number[];
  user_id: string;
  image_hash: string;
  publication_key: string | null;
}

/** Reserves an id for a prompt: its link preview is stored under it before the insert. */
export async function reservePromptId(db: Kysely<DB>): Promise<number> {
  const id = sql<number>`nextval(pg_get_serial_sequence('prompts', 'id'))`.as("id");
  return (await db.selectNoFrom(id).executeTakeFirstOrThrow()).id;
}

/** Fields without a value get their column's default. */
export async function insertPrompt(db: Kysely<DB>, values: PromptValues): Promise<void> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  // A trigger computes the search document; the value only satisfies the type.
  await sql`
    insert into prompts (search, ${sql.join(given.map(([column]) => sql.ref(column)))}) overriding system value
    values ('', ${sql.join(given.map(([, value]) => value))})
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

/** Whether an author has so many public prompts. */
export async function hasPublished(db: Kysely<DB>, userId: string, least: number): Promise<boolean> {
  const rows = await db
    .selectFrom("prompts")
    .select("id")
    .where("user_id", "=", userId)
    .where("hidden_at", "is", null)
    .limit(least)
    .execute();
  return rows.length === least;
}

/** What an author can change of a prompt, and its author. */
export interface AuthoredRow extends FieldColumns {
  user_id: string;
  hidden_at: Date | null;
  image_hash: string;
  /** Width of the picture in pixels. */
  image_width: number;
  version: number;
  edited_at: Date | null;
}

/**
 * @param lock locks the prompt against edits and removal until the transaction ends; reactions are not blocked
 */
export async function selectAuthored(
  db: Kysely<DB>,
  id: number,
  lock = false,
): Promise<AuthoredRow | undefined> {
  // A statement of its own: one that waits for the lock and also joins would join the new prompt with its old picture.
  if (lock) await sql`select from prompts where id = ${id} for no key update`.execute(db);
  const { rows } = await sql<AuthoredRow>`
    select ${fieldColumns}, p.user_id, p.hidden_at, p.image_hash, i.width as image_width, p.version, p.edited_at
    from prompts p join images i on i.hash = p.image_hash
    where p.id = ${id}
  `.execute(db);
  return rows[0];
}

export type AuthoredChanges = Partial<
  Omit<FieldColumns, "tags"> & Pick<AuthoredRow, "image_hash"> & Pick<PromptValues, "tag_ids">
>;

/** What makes a version when it changes: the trigger's list (migration 0029). */
export const VERSIONED = ["title", "content", "description", "llm_type_id", "image_hash"] as const;

/**
 * @param how.ownVersion makes a version, however young the present one is
 * @param how.isEdit readers are told when; false for a setting
 */
export async function updatePrompt(
  db: Kysely<DB>,
  id: number,
  changes: AuthoredChanges,
  { ownVersion, isEdit }: { ownVersion: boolean; isEdit: boolean },
): Promise<void> {
  const makes = ownVersion && VERSIONED.some((column) => column in changes);
  await db
    .updateTable("prompts")
    .set({
      ...changes,
      ...(isEdit && { edited_at: sql<Date>`now()` }),
      ...(makes && { version: sql<number>`version + 1` }),
    })
    .where("id", "=", id)
    .execute();
}

/** What its author says has changed with the present version; null says nothing. */
export async function updateVersionNote(db: Kysely<DB>, id: number, version_note: string | null) {
  await db.updateTable("prompts").set({ version_note }).where("id", "=", id).execute();
}
