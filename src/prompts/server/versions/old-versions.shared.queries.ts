/** SQL of old versions, for the export. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import { type KeptColumns, kept } from "./versions.queries.ts";

interface OldVersionRow extends KeptColumns {
  prompt_id: number;
  number: number;
  tool: string;
  /** Null when the picture is gone. */
  image_hash: string | null;
  image_width: number | null;
  note: string | null;
  created_at: Date;
}

/** The next old versions of a prompt, hidden or not, oldest first: for the export. @param after the last number before */
export async function selectOldVersions(
  db: Kysely<DB>,
  id: number,
  after: number,
  limit: number,
): Promise<OldVersionRow[]> {
  const { rows } = await sql<OldVersionRow>`
    select v.prompt_id, v.number, ${kept("v")}, t.name as tool, v.image_hash, i.width as image_width, v.note, v.created_at
    from prompt_versions v
    join llm_types t on t.id = v.llm_type_id
    left join images i on i.hash = v.image_hash
    where v.prompt_id = ${id} and v.number > ${after}
    order by v.number limit ${limit}
  `.execute(db);
  return rows;
}
