/** Remixes of a generated site. */
import type { ClientBase } from "pg";

/** A tenth of all prompts was made from an original, a twentieth from those; the first prompt has a hundredth as its remixes. */
export async function insertRemixes(
  client: ClientBase,
  prompts: number,
  report: (line: string) => void,
): Promise<void> {
  const { rowCount } = await client.query(
    `with direct as (
      insert into remixes (prompt_id, source_id, root_id, note)
      select id, source, source, case when id % 3 = 0 then 'Com outra luz.' end from (
        select id, case when id % 100 = 0 then 1 else 1 + 10 * floor(id / 10 * random())::int end as source
        from generate_series(10, $1::int, 10) id) made
      returning prompt_id, source_id
    )
    insert into remixes (prompt_id, source_id, root_id)
    select prompt_id + 5, prompt_id, source_id from direct where prompt_id % 20 = 0 and prompt_id + 5 <= $1`,
    [prompts],
  );
  report(`remixes of remixes: ${rowCount}`);
}
