/** Names by which the user concerned knows the subject of a decision. */

import type { TargetIds } from "#moderation/server/cases/cases.queries.ts";
import type { PublicContext } from "#platform/context.ts";
import { listPromptsByIds } from "#prompts/server/prompts.service.ts";
import { findPromptsOf } from "#results/server/results.shared.queries.ts";

type Labelled = TargetIds & { label: string };

/**
 * Rows with the names of what they are about. An answer is named by another author's prompt: by its present title, and by none
 * once nobody else sees that prompt.
 */
export async function withShownLabels<Row extends Labelled>(
  { db }: Pick<PublicContext, "db">,
  rows: readonly Row[],
): Promise<(Omit<Row, "label"> & TargetIds & { label: string | null })[]> {
  const answers = await findPromptsOf(
    db,
    rows.flatMap(({ result_id }) => result_id ?? []),
  );
  const prompts = new Map(answers.map(({ id, prompt_id }) => [id, prompt_id]));
  const shown = await listPromptsByIds({ db }, [...new Set(prompts.values())]);
  const titles = new Map(shown.map(({ id, title }) => [id, title]));
  return rows.map((row) => {
    if (row.result_id === null) return row;
    return { ...row, label: titles.get(prompts.get(row.result_id) ?? 0) ?? null };
  });
}
