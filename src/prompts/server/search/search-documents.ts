/** Search documents are computed by PostgreSQL's dictionaries, which another major version may have changed. */
import type { ClientBase } from "pg";

/** Computes anew those that would come out differently on this server. */
export async function renewSearchDocuments(client: ClientBase): Promise<void> {
  await client.query(
    `update prompts set title = title where search is distinct from search_document(
      concat_ws(' ', title, description, content, (select username from users where id = user_id)))`,
  );
}
