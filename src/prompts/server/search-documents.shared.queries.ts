/** SQL that makes search documents anew. */
import type { ClientBase } from "pg";

/**
 * Makes all documents that differ on this server anew: another major version of PostgreSQL may have other dictionaries.
 * Touching the title makes the trigger run.
 */
export async function renewSearchDocuments(client: ClientBase): Promise<void> {
  await client.query(`
    update prompts set title = title where search is distinct from (prompt_document(title, description, content,
      (select username from users where id = user_id), (select name from llm_types where id = llm_type_id)) || tag_marks(tag_ids))`);
}
