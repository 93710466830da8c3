/** `/tags`: all tags. */
import type { Page } from "#app/page.ts";
import { isolated } from "#language/isolated.ts";
import { tagListOptions, tagsPath, tagsQueryOf } from "#library/client/tags/tag-list.queries.ts";
import { TagsPage } from "#library/client/tags/tags-page.tsx";
import { formatCount } from "#ui/numbers.ts";
import { neighbours } from "./neighbours.ts";

export const page: Page = {
  Component: TagsPage,
  query: ["q", "page"],
  load: ({ search }, client, fetcher) => client.prefetchQuery(tagListOptions(tagsQueryOf(search), fetcher)),
  head({ search }, client) {
    const query = tagsQueryOf(search);
    const list = client.getQueryData(tagListOptions(query).queryKey);
    const pathOf = (page: number) => tagsPath(query.search, page);
    const subject = query.search ? `Tags com “${isolated(query.search)}”` : "Tags";
    return {
      title: query.page > 1 ? `${subject}, página ${formatCount(query.page)}` : subject,
      description:
        "Prompts de IA em português por assunto: todas as tags da Prompteca, as mais usadas primeiro, com quantos prompts cada uma tem.",
      canonical: pathOf(query.page),
      ...neighbours(list?.pagination, pathOf),
      noindex: query.search !== "" || list?.data.length === 0,
    };
  },
};
