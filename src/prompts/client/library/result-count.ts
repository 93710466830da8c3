/** Describes the number of results. */
import type { PromptList } from "#prompts/contract.ts";
import { formatCount } from "#ui/numbers.ts";
import type { LibraryFilters } from "./library-filters.ts";

/** @returns for example `36 prompts`, `1 resultado para “código”`, `Mais de 1.000 resultados para “site”` */
export function resultCount(
  { total, more }: Pick<PromptList["pagination"], "total" | "more">,
  { searchTerm }: Pick<LibraryFilters, "searchTerm">,
): string {
  const [one, many] = searchTerm ? ["resultado", "resultados"] : ["prompt", "prompts"];
  const count = `${more ? "Mais de " : ""}${formatCount(total)} ${total === 1 ? one : many}`;
  return searchTerm ? `${count} para “${searchTerm}”` : count;
}
