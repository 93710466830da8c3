/** Names of outcomes. */
import type { Outcome } from "#results/catalog.ts";

/** As the answers to "Funcionou?". */
export const OUTCOME_LABELS: Record<Outcome, string> = { worked: "Sim", partly: "Em parte", failed: "Não" };

/** As sentences about somebody's result. */
export const OUTCOME_SENTENCES: Record<Outcome, string> = {
  worked: "Funcionou",
  partly: "Funcionou em parte",
  failed: "Não funcionou",
};
