/** `/prompts`: the library. */
import type { Page } from "#app/page.ts";
import { LLM_TYPES } from "#prompts/catalog.ts";
import { Library } from "#prompts/client/library/library.tsx";
import {
  LIBRARY_PARAMETERS,
  libraryPath,
  listQueryOf,
  readFilters,
} from "#prompts/client/library/library-filters.ts";
import { promptListOptions } from "#prompts/client/prompts.queries.ts";

export const page: Page = {
  Component: Library,
  query: LIBRARY_PARAMETERS,
  load: ({ search }, client, fetcher) =>
    client.prefetchQuery(promptListOptions(listQueryOf(readFilters(search)), fetcher)),
  head: ({ search }) => {
    const filters = readFilters(search);
    const { searchTerm, page } = filters;
    const tool = LLM_TYPES.find(({ id }) => id === filters.llmTypeId)?.name;
    const subject = tool ? `Prompts de ${tool}` : "Biblioteca de prompts";
    return {
      title: (searchTerm ? `Busca por “${searchTerm}”` : subject) + (page > 1 ? `, página ${page}` : ""),
      description: tool
        ? `Prompts de ${tool} em português, com a imagem do resultado. Copie, adapte e compartilhe os seus.`
        : "Encontre inspiração para suas criações com nossa coleção diversificada de prompts.",
      // The same prompts in another order are no other page.
      canonical: libraryPath({ ...filters, sortBy: "top" }),
      noindex: searchTerm !== "",
    };
  },
};
