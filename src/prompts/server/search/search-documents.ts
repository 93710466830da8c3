/** Recomputes search documents after an upgrade: another major version of PostgreSQL may have other dictionaries. */
import type { ClientBase } from "pg";

/** Recomputes the search documents that differ on this server. */
export async function renewSearchDocuments(client: ClientBase): Promise<void> {
  await client.query(
    `update prompts set title = title where search is distinct from prompt_document(title, description, content,
      (select username from users where id = user_id), (select name from llm_types where id = llm_type_id))`,
  );
}
