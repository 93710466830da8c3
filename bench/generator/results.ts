/** Answers of a generated site whether its prompts worked. */
import type { ClientBase } from "pg";

/** Answers about the present version of each prompt. */
const ANSWERS = 10;
/** Prompts of one statement. */
const ANSWER_BATCH = 10_000;

/** Answers over the present version's life; some with notes. */
export async function insertResults(
  client: ClientBase,
  prompts: number,
  users: number,
  report: (line: string) => void,
): Promise<void> {
  const models = ["GPT-5", "Claude Opus 4.1", "Gemini 2.5 Pro", "GPT-4o", "SDXL 1.0"];
  for (let from = 1; from <= prompts; from += ANSWER_BATCH) {
    const to = Math.min(prompts, from + ANSWER_BATCH - 1);
    await client.query(
      `insert into results (prompt_id, version, user_id, model_key, model, outcome, note, answered_at)
      select id, version, answerer, regexp_replace(lower(model), '[ -]', '', 'g'), model,
        (array['worked', 'worked', 'worked', 'partly', 'failed'])[1 + floor(5 * random())::int],
        case when random() < 0.3 then 'Funcionou melhor com um exemplo no fim.' end,
        version_at + (now() - version_at) * random()
      from (
        select prompts.*, pg_temp.user_id((id + number) % $1::int) as answerer, pg_temp.pick($2) as model
        from prompts, generate_series(1, ${ANSWERS}) as number
        where id between $3 and $4
      ) as answered
      where answerer <> user_id order by 1, 3`,
      [users, models, from, to],
    );
    report(`results: ${to} of ${prompts} prompts`);
  }
}
