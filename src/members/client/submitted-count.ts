/** Describes the number of submitted prompts. */
import { formatCount } from "#ui/numbers.ts";

/** @returns for example `Nenhum prompt enviado`, `1 prompt enviado`, `1.234 prompts enviados` */
export function submittedCount(total: number): string {
  if (total === 0) return "Nenhum prompt enviado";
  return total === 1 ? "1 prompt enviado" : `${formatCount(total)} prompts enviados`;
}
