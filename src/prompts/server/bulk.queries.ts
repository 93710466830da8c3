/** SQL of many prompts that one author publishes at once. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";
import type { Published } from "#prompts/contract.ts";
import { FILE_FIELDS, type FileField } from "#prompts/fields.ts";

/** A new prompt, as its columns have it. */
interface BulkRow extends Omit<Published<FileField>, "tags"> {
  id: number;
  tag_ids: number[];
  image_hash: string;
}

const columns = sql.join(
  ["id", "tag_ids", "image_hash", ...FILE_FIELDS.filter((field) => field !== "tags")].map((name) =>
    sql.ref(name),
  ),
);

/** Reserves ids, in ascending order. */
export async function reservePromptIds(db: Kysely<DB>, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('prompts', 'id')) as id from generate_series(1, ${count}) order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** In one statement, so that the counts of tools and tags are locked once, in their order. */
export async function insertPrompts(trx: Transaction<DB>, userId: string, rows: BulkRow[]): Promise<void> {
  await sql`
    insert into prompts (${columns}, user_id, search) overriding system value
    select ${columns}, ${userId}, '' from json_populate_recordset(null::prompts, ${JSON.stringify(rows)}) order by id
  `.execute(trx);
}

/**
 * Gives public prompts places further down in the lists of the newest: so many stand at the top, the next ones where they had
 * stood a day ago, and so on. Their own dates stay.
 * @param before prompts of the same author that have taken such places already
 */
export async function spreadInNewest(
  trx: Transaction<DB>,
  ids: number[],
  { perDay, before }: { perDay: number; before: number },
): Promise<void> {
  await sql`
    update prompt_stats s set created_at = s.created_at - (place - 1 + ${before}) / ${perDay} * interval '1 day'
    from unnest(${ids}::bigint[]) with ordinality as given (id, place)
    where s.prompt_id = given.id and place - 1 + ${before} >= ${perDay}
  `.execute(trx);
}

/** An author's prompt with the same text as the one about to be published, hidden ones included. */
/**
 * Which of some titles with the SHA-256 of a text an author's prompts have: the place of each in the list, from 0, and the id of a
 * public one; null where all are hidden. Texts stay in the database: an author may have the same one a thousand times.
 */
export async function selectSame(
  db: Kysely<DB>,
  userId: string,
  titles: string[],
  hashes: string[],
): Promise<{ place: number; id: number | null }[]> {
  const { rows } = await sql<{ place: number; id: number | null }>`
    with given as materialized (
      select title, hash, place from unnest(${titles}::text[], ${hashes}::text[]) with ordinality given (title, hash, place)
    ), own as materialized (
      select title, encode(sha256(convert_to(content, 'UTF8')), 'hex') as hash,
        max(id) filter (where hidden_at is null) as id
      from prompts
      where user_id = ${userId} and deleted_at is null and title in (select title from given)
      group by 1, 2
    )
    select place - 1 as place, id from given natural join own
  `.execute(db);
  return rows;
}
