/** `/prompts`: the library. */

import type { Page } from "#app/page.ts";
import { titledOptions } from "#collections/client/public/public.queries.ts";
import { TitledCollections } from "#collections/client/public/titled-collections.tsx";
import { isolated } from "#language/isolated.ts";
import { Library } from "#library/client/library.tsx";
import { LIBRARY_PARAMETERS, libraryPath, readFilters } from "#library/client/library-filters.ts";
import { likedOptions, untestedOptions } from "#library/client/liked.queries.ts";
import { listQueryOf } from "#library/client/list-query.ts";
import { promptListOptions } from "#library/client/lists.queries.ts";
import { feedPath } from "#library/feeds.ts";
import { LLM_TYPES } from "#prompts/catalog.ts";
import { tagPath } from "#prompts/tag-path.ts";
import { formatCount } from "#ui/numbers.ts";
import { collectionPage } from "./listed.ts";
import { neighbours } from "./neighbours.ts";

export const page: Page = {
  Component: () => <Library Beside={TitledCollections} />,
  query: LIBRARY_PARAMETERS,
  load: async ({ search }, client, fetcher) => {
    const filters = readFilters(search);
    const wanted = promptListOptions(listQueryOf(filters), fetcher);
    await client.prefetchQuery(wanted);
    const list = client.getQueryData(wanted.queryKey);
    if (!list) return;
    const { searchTerm, page, works } = filters;
    const isEmpty = list.pagination.total === 0;
    await Promise.all([
      isEmpty && client.prefetchQuery(likedOptions(fetcher)),
      isEmpty && works && client.prefetchQuery(untestedOptions(filters, fetcher)),
      searchTerm && page === 1 && client.prefetchQuery(titledOptions(list.corrected ?? searchTerm, fetcher)),
    ]);
  },
  head: ({ search }, client, { origin }) => {
    const filters = readFilters(search);
    const { searchTerm, page } = filters;
    const list = client.getQueryData(promptListOptions(listQueryOf(filters)).queryKey);
    const { id, name: tool } = LLM_TYPES.find((known) => known.id === filters.llmTypeId) ?? {};
    const isOfTag = list?.tag && !tool && !filters.works && !searchTerm ? list.tag : undefined;
    // The order is not part of the canonical URL, and a tag without another filter has a page of its own.
    const pathOf = (number: number) =>
      isOfTag
        ? tagPath(isOfTag.slug, number)
        : libraryPath({ ...filters, sortBy: null, exact: false, page: number });
    const tagged = list?.tag ? ` com a tag ${list.tag.name}` : "";
    const subject = (tool ? `Prompts de ${tool}` : tagged ? "Prompts" : "Biblioteca de prompts") + tagged;
    const title =
      (searchTerm ? `Busca por “${isolated(searchTerm)}”` : subject) +
      (page > 1 ? `, página ${formatCount(page)}` : "");
    const description = tool
      ? `Prompts de ${tool} em português, cada um com uma imagem. Copie, adapte e compartilhe os seus.`
      : "Encontre inspiração para suas criações com nossa coleção diversificada de prompts.";
    return {
      title,
      description,
      canonical: pathOf(page),
      ...neighbours(list?.pagination, pathOf),
      feed: filters.works
        ? { path: feedPath("works"), title: "Prompts testados há pouco" }
        : id
          ? { path: feedPath("tools", id), title: `Novos prompts de ${tool}` }
          : { path: feedPath("site"), title: "Novos prompts" },
      noindex: searchTerm !== "" || filters.tag !== "" || list?.data.length === 0,
      jsonLd: [collectionPage({ name: title, description, path: pathOf(page) }, list?.data ?? [], origin)],
    };
  },
};
