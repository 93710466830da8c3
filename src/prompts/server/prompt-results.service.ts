/** Prompts as the room of results needs them. */
import type { Context } from "#platform/context.ts";
import type { PromptsWithResults } from "#results/server/results.service.ts";
import { parsePromptId, promptNotFound } from "./prompt-id.ts";
import { lockForResult, selectResultCounts } from "./prompt-results.queries.ts";

export function promptsWithResults({ batchedReads }: Pick<Context, "batchedReads">): PromptsWithResults {
  return {
    parseId: parsePromptId,
    notFound: promptNotFound,
    lock: lockForResult,
    async find(id) {
      const row = await selectResultCounts(batchedReads, id);
      return row && { ...row, last_worked_at: row.last_worked_at?.toISOString() ?? null };
    },
  };
}
