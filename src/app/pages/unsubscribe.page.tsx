/** `/cancelar-novidades`: ends the weekly mail, for whoever has the link of one. Opening it changes nothing. */
import type { Page } from "#app/page.ts";
import { newsMailByTokenOptions } from "#collections/client/news-mail.queries.ts";
import { UnsubscribePage } from "#collections/client/unsubscribe-page.tsx";
import { UNSUBSCRIBE } from "#collections/paths.ts";

const tokenOf = (search: URLSearchParams) => search.get("token") ?? "";

export const page: Page = {
  Component: UnsubscribePage,
  query: ["token"],
  personal: true,
  async load({ search }, client, fetcher) {
    await client.prefetchQuery(newsMailByTokenOptions(tokenOf(search), fetcher));
  },
  head({ search }, client) {
    const missing = client.getQueryData(newsMailByTokenOptions(tokenOf(search)).queryKey) === null;
    return {
      title: "Novidades por e-mail",
      description: "Cancela o e-mail semanal com as novidades da Prompteca.",
      // The token is not for link previews.
      canonical: UNSUBSCRIBE,
      ...(missing && { status: 404 }),
    };
  },
};
