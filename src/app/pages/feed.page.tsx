/** `/acompanhar`: how to follow the site, or what `?de=` names, by a feed. */
import { useSearch } from "wouter";
import type { Page } from "#app/page.ts";
import { useSite } from "#app/site.tsx";
import { FeedPage, readFeed } from "#library/client/feed-page.tsx";
import { FEED_PAGE, feedPath } from "#library/feeds.ts";

export const page: Page = {
  Component() {
    const search = new URLSearchParams(useSearch());
    return <FeedPage feed={readFeed(search)} origin={useSite().origin} />;
  },
  query: ["de"],
  head: ({ search }) => ({
    title: "Acompanhar por RSS",
    description:
      "O que há de novo na Prompteca, num leitor de RSS: sem cadastro, sem e-mail. O endereço para copiar, e como usá-lo.",
    canonical: FEED_PAGE,
    feed: { path: feedPath("site"), title: "Novos prompts" },
    noindex: search.has("de"),
  }),
};
