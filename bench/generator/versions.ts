/** Older versions of a generated site's prompts. */
import type { ClientBase } from "pg";

/** Versions of each prompt, its present one included. */
export const VERSIONS = 3;
/** Prompts of one statement. */
const VERSION_BATCH = 20_000;

/** Whole texts, as edits leave them: each lacks a word that the next has. Prompts have the number of their present one. */
export async function insertVersions(
  client: ClientBase,
  prompts: number,
  report: (line: string) => void,
): Promise<void> {
  for (let from = 1; from <= prompts; from += VERSION_BATCH) {
    const to = Math.min(prompts, from + VERSION_BATCH - 1);
    await client.query(
      `insert into prompt_versions
        (prompt_id, number, title, content, description, llm_type_id, image_hash, image_alt, note, created_at)
      select id, number, title, left(content, -10 * (version - number)), description, llm_type_id, image_hash, image_alt,
        case when number > 1 and id % 2 = 0 then 'Mais exemplos.' end,
        created_at + (version_at - created_at) * (number - 1) / (version - 1)
      from prompts, generate_series(1, version - 1) as number where id between $1 and $2`,
      [from, to],
    );
    report(`versions: ${to} of ${prompts} prompts`);
  }
  await client.query("update prompt_stats set version = $1", [VERSIONS]);
}
