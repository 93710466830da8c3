/** Describes the number of results. */
import { isolated } from "#language/isolated.ts";
import type { PromptList } from "#prompts/contract.ts";
import { formatCount } from "#ui/numbers.ts";
import type { LibraryFilters } from "./library-filters.ts";

/** The parts of a list that tell its number. */
interface Counted extends Pick<PromptList, "corrected"> {
  pagination: Pick<PromptList["pagination"], "total" | "more">;
}

/**
 * @returns for example `36 prompts`, `1 resultado para “código”`, `Mais de 1.000 resultados para “site”`, `Mostrando resultados
 * para “viagem”: 3`
 */
export function resultCount(
  { pagination: { total, more }, corrected }: Counted,
  { searchTerm }: Pick<LibraryFilters, "searchTerm">,
): string {
  const number = `${more ? "Mais de " : ""}${formatCount(total)}`;
  if (corrected) return `Mostrando resultados para “${isolated(corrected)}”: ${number.toLowerCase()}`;
  const [one, many] = searchTerm ? ["resultado", "resultados"] : ["prompt", "prompts"];
  const count = `${number} ${total === 1 ? one : many}`;
  return searchTerm ? `${count} para “${isolated(searchTerm)}”` : count;
}
