/** SQL of versions: the newest is the prompt's own row, older ones have their table. */
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { PromptImageColumns } from "#media/server/stored-pictures.ts";
import type { DB } from "#platform/database/schema.ts";
import type { FieldColumns } from "#prompts/server/prompts.queries.ts";

/** All versions of a public prompt. */
const versionsOf = (id: number): RawBuilder<unknown> => sql`
  select p.user_id, p.version as newest, p.version as number, true as is_current, p.title, p.content, p.description, p.llm_type_id,
    p.image_hash, p.image_alt, p.version_note as note, coalesce(p.version_at, p.created_at) as created_at
  from prompts p where p.id = ${id} and p.hidden_at is null
  union all
  select p.user_id, p.version, v.number, false, v.title, v.content, v.description, v.llm_type_id,
    v.image_hash, v.image_alt, v.note, v.created_at
  from prompt_versions v join prompts p on p.id = v.prompt_id where v.prompt_id = ${id} and p.hidden_at is null`;

interface VersionRow {
  user_id: string;
  username: string;
  number: number;
  is_current: boolean;
  title: string;
  note: string | null;
  created_at: Date;
}

export interface HistoryRow extends VersionRow {
  /** Whether these differ from the version before; true for the first. */
  title_changed: boolean;
  content_changed: boolean;
  description_changed: boolean;
  llm_type_changed: boolean;
  image_changed: boolean;
}

/** The versions of a public prompt, the newest first; a trigger keeps them few. */
export async function selectHistory(db: Kysely<DB>, id: number): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select v.user_id, u.username, number, is_current, title, note, v.created_at,
      title is distinct from lag(title) over w as title_changed,
      content is distinct from lag(content) over w as content_changed,
      description is distinct from lag(description) over w as description_changed,
      llm_type_id is distinct from lag(llm_type_id) over w as llm_type_changed,
      image_hash is distinct from lag(image_hash) over w as image_changed
    from (${versionsOf(id)}) v join users u on u.id = v.user_id
    window w as (order by number)
    order by number desc
  `.execute(db);
  return rows;
}

type Nullable<Columns> = { [Column in keyof Columns]: Columns[Column] | null };
export interface WholeVersionRow
  extends VersionRow,
    Omit<FieldColumns, "title" | "tags">,
    Omit<Nullable<PromptImageColumns>, "image_alt"> {
  llm_type_name: string;
  newest: number;
}

/** A version of a public prompt. @param number null for the newest */
export async function selectVersion(
  db: Kysely<DB>,
  id: number,
  number: number | null,
): Promise<WholeVersionRow | undefined> {
  const { rows } = await sql<WholeVersionRow>`
    select v.user_id, u.username, newest, number, is_current, title, content, description, llm_type_id, t.name as llm_type_name,
      note, v.created_at, v.image_hash, image_alt, i.width, i.height, i.animated, i.color
    from (${versionsOf(id)}) v
    join users u on u.id = v.user_id
    join llm_types t on t.id = v.llm_type_id
    left join images i on i.hash = v.image_hash
    where (number = ${number} or ${number}::integer is null and is_current)
  `.execute(db);
  return rows[0];
}

/** Deletes a version of a locked prompt. @returns its picture; undefined when there is no such version */
export function deleteVersion(
  trx: Transaction<DB>,
  id: number,
  number: number,
): Promise<{ image_hash: string | null } | undefined> {
  return trx
    .deleteFrom("prompt_versions")
    .where("prompt_id", "=", id)
    .where("number", "=", number)
    .returning("image_hash")
    .executeTakeFirst();
}

/** Pictures of the old versions of some prompts. */
export async function selectVersionPictures(db: Kysely<DB>, ids: number[]): Promise<string[]> {
  const { rows } = await sql<{ image_hash: string }>`
    select distinct image_hash from prompt_versions
    where prompt_id = any(${ids}::bigint[]) and image_hash is not null
  `.execute(db);
  return rows.map(({ image_hash }) => image_hash);
}

export interface OldVersionRow extends Omit<FieldColumns, "tags"> {
  prompt_id: number;
  number: number;
  tool: string;
  /** Null when the picture is gone. */
  image_hash: string | null;
  image_width: number | null;
  note: string | null;
  created_at: Date;
}

/** The old versions of a prompt, hidden or not, oldest first: for the export. */
export async function selectOldVersions(db: Kysely<DB>, id: number): Promise<OldVersionRow[]> {
  const { rows } = await sql<OldVersionRow>`
    select v.prompt_id, v.number, v.title, v.content, v.description, v.llm_type_id, t.name as tool, v.image_alt,
      v.image_hash, i.width as image_width, v.note, v.created_at
    from prompt_versions v
    join llm_types t on t.id = v.llm_type_id
    left join images i on i.hash = v.image_hash
    where v.prompt_id = ${id}
    order by v.number
  `.execute(db);
  return rows;
}
