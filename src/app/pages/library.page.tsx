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
import { feedPath } from "#prompts/feeds.ts";

export const page: Page = {
  Component: Library,
  query: LIBRARY_PARAMETERS,
  load: ({ search }, client, fetcher) =>
    client.prefetchQuery(promptListOptions(listQueryOf(readFilters(search)), fetcher)),
  head: ({ search }) => {
    const filters = readFilters(search);
    const { searchTerm, page } = filters;
    const { id, name: tool } = LLM_TYPES.find((known) => known.id === filters.llmTypeId) ?? {};
    const subject = tool ? `Prompts de ${tool}` : "Biblioteca de prompts";
    return {
      title: (searchTerm ? `Busca por “${searchTerm}”` : subject) + (page > 1 ? `, página ${page}` : ""),
      description: tool
        ? `Prompts de ${tool} em português, com a imagem do resultado. Copie, adapte e compartilhe os seus.`
        : "Encontre inspiração para suas criações com nossa coleção diversificada de prompts.",
      // The same prompts in another order are no other page.
      canonical: libraryPath({ ...filters, sortBy: "top" }),
      feed: id
        ? { path: feedPath("tools", id), title: `Novos prompts de ${tool}` }
        : { path: feedPath("site"), title: "Novos prompts" },
      noindex: searchTerm !== "",
    };
  },
};
