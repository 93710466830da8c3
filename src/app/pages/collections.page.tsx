/** `/colecoes`: all public collections. */
import type { Page } from "#app/page.ts";
import { CollectionListPage } from "#collections/client/public/collection-list-page.tsx";
import { collectionListPath, LIST_PARAMETERS, listQueryOf } from "#collections/client/public/list-address.ts";
import { publicListOptions } from "#collections/client/public/public.queries.ts";
import { isolated } from "#language/isolated.ts";
import { formatCount } from "#ui/numbers.ts";
import { neighbours } from "./neighbours.ts";

export const page: Page = {
  Component: CollectionListPage,
  query: LIST_PARAMETERS,
  load: ({ search }, client, fetcher) =>
    client.prefetchQuery(publicListOptions(listQueryOf(search), fetcher)),
  head({ search }, client) {
    const query = listQueryOf(search);
    const list = client.getQueryData(publicListOptions(query).queryKey);
    const words = query.search;
    // The order is not part of the canonical URL.
    const pathOf = (page: number) => collectionListPath({ search: words, page });
    const subject = words ? `Coleções com “${isolated(words)}”` : "Coleções de prompts";
    return {
      title: query.page > 1 ? `${subject}, página ${formatCount(query.page)}` : subject,
      description:
        "Coleções de prompts em português que outras pessoas reuniram para um assunto ou uma tarefa. Veja, copie e siga as que combinam com você.",
      canonical: pathOf(query.page),
      ...neighbours(list?.pagination, pathOf),
      noindex: words !== undefined || list?.data.length === 0,
    };
  },
};
