/** SQL of authors: inserting, locking and updating their prompts. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import type { NewPrompt } from "#prompts/contract.ts";
import { VERSIONED_COLUMNS } from "#prompts/versions.ts";
import { type FieldColumns, fieldColumns } from "./prompt-rows.queries.ts";

interface PromptValues extends Omit<NewPrompt, "thumbnail_url" | "tags" | "remixed_from" | "remix_note"> {
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

/** Whether an author has so many public prompts; those count too that are hidden and that nobody has decided about. */
export async function hasPublished(db: Kysely<DB>, userId: string, least: number): Promise<boolean> {
  const { rows } = await sql`
    (select id from prompts where user_id = ${userId} and hidden_at is null limit ${least})
    union all
    (select id from prompts
      where user_id = ${userId} and hidden_undecided and hidden_at is not null and deleted_at is null limit ${least})
    limit ${least}
  `.execute(db);
  return rows.length === least;
}

/** Fields of a prompt that an author can change, and its author. */
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
    where p.id = ${id} and p.deleted_at is null
  `.execute(db);
  return rows[0];
}

export type AuthoredChanges = Partial<
  Omit<FieldColumns, "tags"> & Pick<AuthoredRow, "image_hash"> & Pick<PromptValues, "tag_ids">
>;

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
  const makes = ownVersion && VERSIONED_COLUMNS.some((column) => column in changes);
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

/** Sets the author's note on the present version; null removes it. */
export async function updateVersionNote(db: Kysely<DB>, id: number, version_note: string | null) {
  await db.updateTable("prompts").set({ version_note }).where("id", "=", id).execute();
}
