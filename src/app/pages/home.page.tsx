/** `/`: the site's purpose and its search, trending prompts, what else there is. */
import type { Page } from "#app/page.ts";
import { useSite } from "#app/site.tsx";
import { Hero } from "#prompts/client/home/hero.tsx";
import { HowToShare } from "#prompts/client/home/how-to-share.tsx";
import { Invitations } from "#prompts/client/home/invitations.tsx";
import { Showcase, showcaseOptions } from "#prompts/client/home/showcase.tsx";
import { Tools } from "#prompts/client/home/tools.tsx";
import { Trending } from "#prompts/client/home/trending.tsx";
import { trendingOptions } from "#prompts/client/prompts.queries.ts";
import { feedPath } from "#prompts/feeds.ts";

const description =
  "Encontre e compartilhe prompts de IA em português: ChatGPT, Midjourney, Gemini e outras ferramentas, com a imagem do resultado ao lado do texto.";

function Home() {
  const { communityUrl, socialUrl, reviewNewAccounts = false } = useSite();
  return (
    <>
      <Hero />
      <Trending />
      <Showcase />
      <Tools />
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
