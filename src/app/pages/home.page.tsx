/** `/`: the site's purpose and its search, trending prompts, what else there is. */
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useSession } from "#accounts/client/session.ts";
import type { Page } from "#app/page.ts";
import { useSite } from "#app/site.tsx";
import { popularOptions } from "#collections/client/public/popular.queries.ts";
import { Hero } from "#library/client/home/hero.tsx";
import { HowToShare } from "#library/client/home/how-to-share.tsx";
import { Invitations } from "#library/client/home/invitations.tsx";
import { Showcase, showcaseOptions } from "#library/client/home/showcase.tsx";
import { Tools } from "#library/client/home/tools.tsx";
import { Trending } from "#library/client/home/trending.tsx";
import { trendingOptions } from "#library/client/lists.queries.ts";
import { mostUsedOptions } from "#library/client/tags/most-used.queries.ts";
import { feedPath } from "#library/feeds.ts";
import { lazyPart } from "#ui/lazy-part.ts";
import { nearPart } from "#ui/near-part.ts";

const popular = nearPart(
  "colecoes",
  async () => (await import("#collections/client/public/popular-collections.tsx")).PopularCollections,
);
const mostUsed = nearPart(
  "tags",
  async () => (await import("#library/client/home/most-used-tags.tsx")).MostUsedTags,
);

const description =
  "Encontre e compartilhe prompts de IA em português: ChatGPT, Midjourney, Gemini e outras ferramentas, cada um com uma imagem ao lado do texto.";

const ForYou = lazyPart(async () => (await import("#collections/client/for-you.tsx")).ForYou);
const forYou = (
  <Suspense>
    <ForYou />
  </Suspense>
);

/** Fewer are none. */
const LEAST_IN_ROW = 4;
const isRow = (all: readonly unknown[] | undefined) => (all?.length ?? 0) >= LEAST_IN_ROW;

/** Constant, so that nothing touches what the server has rendered before its script is there. */
const collections = (
  <Suspense>
    <popular.Part />
  </Suspense>
);
const tags = (
  <Suspense>
    <mostUsed.Part />
  </Suspense>
);

function Home() {
  const { status } = useSession();
  const { communityUrl, socialUrl, reviewNewAccounts = false } = useSite();
  const { data: list } = useQuery(popularOptions());
  const { data: used } = useQuery(mostUsedOptions());
  return (
    <>
      {status !== "anonymous" && <div className="min-h-(--for-you)">{status === "signed-in" && forYou}</div>}
      <Hero />
      <Trending />
      <Showcase />
      {isRow(list?.data) && collections}
      <Tools />
      {isRow(used) && tags}
      <HowToShare reviewsNewAccounts={reviewNewAccounts} />
      <Invitations communityUrl={communityUrl} socialUrl={socialUrl} />
    </>
  );
}

export const page: Page = {
  Component: Home,
  load: async (_location, client, fetcher) => {
    await Promise.all([
      client.prefetchQuery(trendingOptions(fetcher)),
      client.prefetchQuery(showcaseOptions(fetcher)),
      client.prefetchQuery(popularOptions(fetcher)),
      client.prefetchQuery(mostUsedOptions(fetcher)),
    ]);
    await Promise.all([
      isRow(client.getQueryData(popularOptions().queryKey)?.data) && popular.bring(),
      isRow(client.getQueryData(mostUsedOptions().queryKey)) && mostUsed.bring(),
    ]);
  },
  head: (_location, _client, site) => ({
    title: "Encontre e compartilhe prompts poderosos",
    description,
    feed: { path: feedPath("site"), title: "Novos prompts" },
    jsonLd: [
      {
        "@type": "WebSite",
        name: "Prompteca",
        url: `${site.origin}/`,
        inLanguage: "pt-BR",
        description,
        potentialAction: {
          "@type": "SearchAction",
          target: {
            "@type": "EntryPoint",
            urlTemplate: `${site.origin}/prompts?q={search_term_string}`,
          },
          "query-input": "required name=search_term_string",
        },
      },
    ],
  }),
};
