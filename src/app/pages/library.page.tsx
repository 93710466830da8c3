/** `/prompts`: the library. */

import type { Page } from "#app/page.ts";
import { LLM_TYPES } from "#prompts/catalog.ts";
import { Library } from "#prompts/client/library/library.tsx";
import { LIBRARY_PARAMETERS, libraryPath, readFilters } from "#prompts/client/library/library-filters.ts";
import { likedOptions } from "#prompts/client/library/liked.queries.ts";
import { listQueryOf } from "#prompts/client/library/list-query.ts";
import { promptListOptions } from "#prompts/client/prompts.queries.ts";
import { feedPath } from "#prompts/feeds.ts";
import { tagPath } from "#prompts/tag-path.ts";
import { formatCount } from "#ui/numbers.ts";
import { collectionPage } from "./listed.ts";
import { neighbours } from "./neighbours.ts";

export const page: Page = {
  Component: Library,
  query: LIBRARY_PARAMETERS,
  load: async ({ search }, client, fetcher) => {
    const wanted = promptListOptions(listQueryOf(readFilters(search)), fetcher);
    await client.prefetchQuery(wanted);
    if (client.getQueryData(wanted.queryKey)?.pagination.total === 0)
      await client.prefetchQuery(likedOptions(fetcher));
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
      (searchTerm ? `Busca por “${searchTerm}”` : subject) +
      (page > 1 ? `, página ${formatCount(page)}` : "");
    const description = tool
      ? `Prompts de ${tool} em português, com a imagem do resultado. Copie, adapte e compartilhe os seus.`
      : "Encontre inspiração para suas criações com nossa coleção diversificada de prompts.";
    return {
      title,
      description,
      canonical: pathOf(page),
      ...neighbours(list?.pagination, pathOf),
      feed: filters.works
        ? { path: feedPath("works"), title: "Prompts que funcionam hoje" }
        : id
          ? { path: feedPath("tools", id), title: `Novos prompts de ${tool}` }
          : { path: feedPath("site"), title: "Novos prompts" },
      noindex: searchTerm !== "" || filters.tag !== "" || list?.data.length === 0,
      jsonLd: [collectionPage({ name: title, description, path: pathOf(page) }, list?.data ?? [], origin)],
    };
  },
};
