/** How outcomes are told. */
import type { Outcome } from "#results/catalog.ts";

/** What is pressed. */
export const ANSWERS: Record<Outcome, string> = { worked: "Sim", partly: "Em parte", failed: "Não" };
/** What others read. */
export const TOLD: Record<Outcome, string> = {
  worked: "Funcionou",
  partly: "Funcionou em parte",
  failed: "Não funcionou",
};
