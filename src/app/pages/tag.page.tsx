/** `/tags/{slug}`: the prompts with a tag. */
import type { Page } from "#app/page.ts";
import { INDEXED_FROM } from "#prompts/catalog.ts";
import { readFilters } from "#prompts/client/library/library-filters.ts";
import { promptListOptions } from "#prompts/client/prompts.queries.ts";
import { tagListQuery } from "#prompts/client/tag/tag-list-query.ts";
import { TagPage } from "#prompts/client/tag/tag-page.tsx";
import { feedPath } from "#prompts/feeds.ts";
import { messages } from "#prompts/messages.ts";
import { tagPath } from "#prompts/tag-path.ts";
import { countOf, formatCount } from "#ui/numbers.ts";
import { collectionPage } from "./listed.ts";
import { neighbours } from "./neighbours.ts";

export const page: Page = {
  Component: ({ params: { slug = "" } }) => <TagPage slug={slug} />,
  query: ["page"],
  load: async ({ params: { slug = "" }, search }, client, fetcher) =>
    client.prefetchQuery(promptListOptions(tagListQuery(slug, readFilters(search).page), fetcher)),
  head({ path, params: { slug = "" }, search }, client, { origin }) {
    const { page } = readFilters(search);
    const list = client.getQueryData(promptListOptions(tagListQuery(slug, page)).queryKey);
    if (!list?.tag) {
      return {
        title: list ? messages.tagNotFound : "Tag",
        description: "Prompts por assunto na Prompteca, a coleção aberta de prompts em português.",
        canonical: path,
        noindex: true,
        ...(list && { status: 404 }),
      };
    }
    const { name, slug: own, prompts_count } = list.tag;
    const pathOf = (number: number) => tagPath(own, number);
    const subject = `Prompts com a tag ${name}`;
    const title = page > 1 ? `${subject}, página ${formatCount(page)}` : subject;
    const description = `${countOf(prompts_count, "prompt", "prompts")} com a tag ${name} em português, com a imagem do resultado. Copie, adapte e compartilhe os seus.`;
    return {
      title,
      description,
      canonical: pathOf(page),
      ...neighbours(list.pagination, pathOf),
      feed: { path: feedPath("tags", own), title: `Novos prompts com a tag ${name}` },
      noindex: prompts_count < INDEXED_FROM || list.data.length === 0,
      jsonLd: [collectionPage({ name: title, description, path: pathOf(page) }, list.data, origin)],
    };
  },
};
