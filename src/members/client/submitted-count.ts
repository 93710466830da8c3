/** Describes the number of submitted prompts. */
import { countOf } from "#ui/numbers.ts";

/** @returns for example `Nenhum prompt enviado`, `1 prompt enviado`, `1.234 prompts enviados` */
export function submittedCount(total: number): string {
  return total === 0 ? "Nenhum prompt enviado" : countOf(total, "prompt enviado", "prompts enviados");
}
