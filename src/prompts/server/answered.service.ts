/** What the results room needs to know about prompts. */
import type { Context } from "#platform/context.ts";
import type { AnsweredPrompts } from "#results/server/results.service.ts";
import { lockAnswered, selectResultCounts } from "./answered.queries.ts";
import { parsePromptId, promptNotFound } from "./prompt-id.ts";

export function answeredPrompts({ batchedReads }: Pick<Context, "batchedReads">): AnsweredPrompts {
  return {
    parseId: parsePromptId,
    notFound: promptNotFound,
    lock: lockAnswered,
    async find(id) {
      const row = await selectResultCounts(batchedReads, id);
      return row && { ...row, last_worked_at: row.last_worked_at?.toISOString() ?? null };
    },
  };
}
