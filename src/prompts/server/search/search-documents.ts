/** SQL that makes search documents anew. */
import { type Kysely, sql } from "kysely";
import type { ClientBase } from "pg";
import type { DB } from "#platform/database/schema.ts";

/** The document of a prompt, as its trigger makes it. */
const DOCUMENT = `(prompt_document(title, description, content,
  (select username from users where id = user_id), (select name from llm_types where id = llm_type_id)) || tag_marks(tag_ids))`;

/** The highest ids of the prompts whose documents, and whose titles' bits, may be of an earlier form, locked; 0 if none is. */
export async function lockRenewal(trx: Kysely<DB>): Promise<{ documents: number; titles: number }> {
  const row = await trx
    .selectFrom("search_renewal")
    .select(["last_id as documents", "last_id_of_titles as titles"])
    .forUpdate()
    .executeTakeFirst();
  return row ?? { documents: 0, titles: 0 };
}

/** Makes the documents of prompts up to an id anew, those above `rest`, and notes that these are of today's form. */
export async function renewDocuments(trx: Kysely<DB>, last: number, rest: number): Promise<void> {
  // Touching the title makes the trigger run, with what holds at that moment.
  await sql`
    update prompts set title = title where id > ${rest} and id <= ${last} and search is distinct from ${sql.raw(DOCUMENT)}
  `.execute(trx);
  await trx.updateTable("search_renewal").set({ last_id: rest }).execute();
}

/** Makes the bits of titles of prompts up to an id, those above `rest`, and notes that these have them. */
export async function renewTitles(trx: Kysely<DB>, last: number, rest: number): Promise<void> {
  // Where an edit comes first, its trigger has made them.
  await sql`
    update prompt_stats set title_bits = title_bits(search) from prompts
    where id = prompt_id and id > ${rest} and id <= ${last} and title_bits is null
  `.execute(trx);
  await trx.updateTable("search_renewal").set({ last_id_of_titles: rest }).execute();
}

/** Makes all documents that differ on this server anew: another major version of PostgreSQL may have other dictionaries. */
export async function renewSearchDocuments(client: ClientBase): Promise<void> {
  await client.query(`update prompts set title = title where search is distinct from ${DOCUMENT}`);
}
