/** `/tags/{slug}`: the prompts with a tag. */
import type { Page } from "#app/page.ts";
import { FollowButton } from "#collections/client/follow-button.tsx";
import { promptListOptions } from "#library/client/lists.queries.ts";
import { tagListQuery } from "#library/client/tag/tag-list-query.ts";
import { TagPage } from "#library/client/tag/tag-page.tsx";
import { feedPath } from "#library/feeds.ts";
import { readPageNumber } from "#platform/client/page-number.ts";
import { INDEXED_FROM } from "#prompts/catalog.ts";
import { messages } from "#prompts/messages.ts";
import { tagPath } from "#prompts/tag-path.ts";
import { countOf, formatCount } from "#ui/numbers.ts";
import { collectionPage } from "./listed.ts";
import { neighbours } from "./neighbours.ts";

export const page: Page = {
  Component: ({ params: { slug = "" } }) => <TagPage slug={slug} Follow={FollowButton} />,
  query: ["page"],
  load: async ({ params: { slug = "" }, search }, client, fetcher) =>
    client.prefetchQuery(promptListOptions(tagListQuery(slug, readPageNumber(search)), fetcher)),
  head({ path, params: { slug = "" }, search }, client, { origin }) {
    const page = readPageNumber(search);
    const list = client.getQueryData(promptListOptions(tagListQuery(slug, page)).queryKey);
    if (!list?.tag) {
      return {
        title: list ? messages.tagNotFound : "Tag",
        description: "Prompts por assunto na Prompteca, a biblioteca aberta de prompts em português.",
        canonical: path,
        noindex: true,
        ...(list && { status: 404 }),
      };
    }
    const { name, slug: own, prompts_count } = list.tag;
    const pathOf = (number: number) => tagPath(own, number);
    const subject = `Prompts com a tag ${name}`;
    const title = page > 1 ? `${subject}, página ${formatCount(page)}` : subject;
    const description = `${countOf(prompts_count, "prompt", "prompts")} com a tag ${name} em português, cada um com uma imagem. Copie, adapte e compartilhe os seus.`;
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
