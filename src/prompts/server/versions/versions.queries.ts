/** SQL of versions: the newest is the prompt's own row, older ones have their table. */
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { PromptImageColumns } from "#media/server/stored-pictures.ts";
import type { DB } from "#platform/database/schema.ts";
import { KEPT_FIELDS } from "#prompts/fields.ts";
import type { FieldColumns } from "#prompts/server/prompt-rows.queries.ts";
import { VERSIONED_COLUMNS, type VersionedColumn } from "#prompts/versions.ts";

/** Fields of a version, of the prompt itself or of its table. */
export const kept = (table: string) => sql.join(KEPT_FIELDS.map((field) => sql.ref(`${table}.${field}`)));
export type KeptColumns = Pick<FieldColumns, (typeof KEPT_FIELDS)[number]>;

/** All versions of a public prompt. */
const versionsOf = (id: number): RawBuilder<unknown> => sql`
  select p.user_id, p.version as newest, p.version as number, true as is_current, ${kept("p")}, p.image_hash,
    p.version_note as note, coalesce(p.version_at, p.created_at) as created_at
  from prompts p where p.id = ${id} and p.hidden_at is null
  union all
  select p.user_id, p.version, v.number, false, ${kept("v")}, v.image_hash, v.note, v.created_at
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

interface HistoryRow extends VersionRow {
  /** What differs from the version before; everything for the first. */
  changed: VersionedColumn[];
}

const changes = sql.join(
  VERSIONED_COLUMNS.map(
    (column) =>
      sql`case when ${sql.ref(column)} is distinct from lag(${sql.ref(column)}) over w then ${sql.lit(column)} end`,
  ),
);

/** The versions of a public prompt, the newest first; a trigger keeps them few. */
export async function selectHistory(db: Kysely<DB>, id: number): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select v.user_id, u.username, number, is_current, title, note, v.created_at,
      array_remove(array[${changes}], null) as changed
    from (${versionsOf(id)}) v join users u on u.id = v.user_id
    window w as (order by number)
    order by number desc
  `.execute(db);
  return rows;
}

type Nullable<Columns> = { [Column in keyof Columns]: Columns[Column] | null };
export interface WholeVersionRow
  extends VersionRow,
    Omit<KeptColumns, "title">,
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
    select v.user_id, u.username, newest, number, is_current, ${kept("v")}, t.name as llm_type_name,
      note, v.created_at, v.image_hash, i.width, i.height, i.animated, i.color
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
