/** SQL of what the results room has to know of a prompt. */
import { sql, type Transaction } from "kysely";
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import type { DB } from "#platform/database/schema.ts";
import type { PromptWithResults } from "#results/server/results.service.ts";

interface ResultCountsRow {
  version: number;
  answered_count: number;
  worked_count: number;
  last_worked_at: Date | null;
}

/** A public prompt's counts of results, and the version that these name; undefined when there is none. */
export async function selectResultCounts(
  reads: BatchedReads,
  promptId: number,
): Promise<ResultCountsRow | undefined> {
  const [row] = await reads.ask<ResultCountsRow>({
    name: "result_counts",
    text: `select version, answered_count, worked_count, nullif(last_worked_at, '-infinity') as last_worked_at
      from prompt_stats where prompt_id = $1`,
    values: [promptId],
  });
  return row;
}

/** A public prompt, locked against edits until the transaction ends; others may lock it so, too. */
export async function lockForResult(
  trx: Transaction<DB>,
  id: number,
): Promise<PromptWithResults | undefined> {
  const { rows } = await sql<PromptWithResults>`
    select user_id as "authorId", version, coalesce(results_since, version) as since, results_at as "changedAt"
    from prompts where id = ${id} and hidden_at is null for share
  `.execute(trx);
  return rows[0];
}
