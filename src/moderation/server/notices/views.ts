/** Rows as the contract's values. */
import type { AppealOutcome, DecisionView } from "#moderation/contract.ts";
import type { Appeal, DecisionRow } from "#moderation/server/cases/decisions.queries.ts";

type Decided = Pick<DecisionRow, "id" | "action" | "ground" | "reason" | "decided_as" | "created_at">;

export const decisionView = (row: Decided): DecisionView => ({
  id: row.id,
  action: row.action,
  ground: row.ground,
  reason: row.reason,
  automatic: row.decided_as === "automatic",
  created_at: row.created_at.toISOString(),
});

export const decisionNowView = (row: Decided & Pick<DecisionRow, "overturned_by" | "delete_at">) => ({
  ...decisionView(row),
  overturned: row.overturned_by !== null,
  delete_at: row.delete_at?.toISOString() ?? null,
});

/** Which actions some decisions were, each once. */
export const actionsOf = (rows: readonly Pick<DecisionRow, "action">[]): DecisionView["action"][] => [
  ...new Set(rows.map(({ action }) => action)),
];

export const appealView = (row: Pick<Appeal, "created_at" | "outcome" | "answer">): AppealOutcome => ({
  created_at: row.created_at.toISOString(),
  outcome: row.outcome,
  answer: row.answer,
});
