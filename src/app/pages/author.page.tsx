/** `/users/{id}`: an author's public profile and prompts. */

import type { Page, PageHead } from "#app/page.ts";
import { publicCollectionsOptions } from "#collections/client/collections.queries.ts";
import { feedPath } from "#library/feeds.ts";
import { AuthorPage } from "#members/client/author-page.tsx";
import { submittedCount } from "#members/client/submitted-count.ts";
import { userIdOf, userOptions } from "#members/client/user.queries.ts";
import type { PublicUser } from "#members/contract.ts";
import { readPageNumber } from "#platform/client/page-number.ts";
import { authorPath } from "#prompts/authors.ts";
import { userListOptions } from "#prompts/client/prompts.queries.ts";
import type { PromptList } from "#prompts/contract.ts";
import { messages } from "#prompts/messages.ts";
import { formatDate } from "#ui/dates.ts";
import { formatCount } from "#ui/numbers.ts";
import { neighbours } from "./neighbours.ts";

function headOf(person: PublicUser, list: PromptList | undefined, page: number, origin: string): PageHead {
  const { id, username, created_at, prompts_count } = person;
  const pathOf = (number: number) => authorPath(id, number);
  const title = `Prompts de ${username}`;
  return {
    title: page > 1 ? `${title}, página ${formatCount(page)}` : title,
    description: `${title} na Prompteca, cada um com uma imagem. ${submittedCount(prompts_count)}. Membro desde ${formatDate(created_at)}.`,
    canonical: pathOf(page),
    ...neighbours(list?.pagination, pathOf),
    type: "profile",
    feed: { path: feedPath("users", id), title },
    noindex: list?.data.length === 0,
    jsonLd: [
      {
        "@type": "ProfilePage",
        url: origin + pathOf(page),
        inLanguage: "pt-BR",
        dateCreated: created_at,
        mainEntity: {
          "@type": "Person",
          name: username,
          identifier: id,
          url: origin + pathOf(1),
          agentInteractionStatistic: {
            "@type": "InteractionCounter",
            interactionType: "https://schema.org/WriteAction",
            userInteractionCount: prompts_count,
          },
        },
      },
    ],
  };
}

export const page: Page = {
  Component: ({ params: { id = "" } }) => <AuthorPage id={id} />,
  query: ["page"],
  async load({ params: { id = "" }, search }, client, fetcher) {
    const page = readPageNumber(search);
    await Promise.all([
      client.prefetchQuery(userOptions(id, fetcher)),
      client.prefetchQuery(userListOptions(userIdOf(id), "prompts", page, fetcher)),
      client.prefetchQuery(publicCollectionsOptions(userIdOf(id), fetcher)),
    ]);
  },
  head({ path, params: { id = "" }, search }, client, { origin }) {
    const page = readPageNumber(search);
    const person = client.getQueryData(userOptions(id).queryKey);
    if (person && person !== "removed") {
      const list = client.getQueryData(userListOptions(person.id, "prompts", page).queryKey);
      return headOf(person, list, page, origin);
    }
    const gone = { title: "Conta removida", status: 410 };
    const missing = person === null ? { title: messages.userNotFound, status: 404 } : undefined;
    return {
      title: "Prompts",
      description: "Quem publica na Prompteca, a biblioteca aberta de prompts em português.",
      canonical: path,
      noindex: true,
      ...(person === "removed" ? gone : missing),
    };
  },
};
