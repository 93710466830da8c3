/** The home page's carousel: five offers, each with a work of the most liked that is not among the trending ones. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { TRENDING_SIZE } from "#library/catalog.ts";
import { trendingOptions } from "#library/client/lists.queries.ts";
import { type Fetcher, fetchApi } from "#platform/client/api.ts";
import { contentPreview } from "#prompts/client/content-preview.ts";
import type { PromptList, PromptView } from "#prompts/contract.ts";
import { Carousel } from "#ui/carousel.tsx";
import { SLIDES, slidesWith, type Work } from "./slides.tsx";

/** Enough, even if all trending prompts are among them. */
const BEST = `/api/prompts?page=1&limit=${SLIDES + TRENDING_SIZE}&orderBy=top`;

/** The works that are shown, with no more of each than a slide has: the home page brings them along as text. */
export function showcaseOptions(fetcher: Fetcher = fetchApi) {
  return queryOptions({
    queryKey: ["/api/prompts", "showcase"],
    queryFn: async ({ client }) => {
      const [best, trending] = await Promise.all([
        fetcher<PromptList>(BEST),
        client.fetchQuery(trendingOptions(fetcher)).catch(() => []),
      ]);
      return chooseWorks(best.data, trending).map(toWork);
    },
  });
}

export function Showcase() {
  const { data: works = [] } = useQuery(showcaseOptions());
  return (
    <section className="measure mt-20 sm:mt-28">
      <Carousel
        label="O que você encontra na Prompteca"
        slides={slidesWith(works)}
        className="w-full rounded-tile rounded-tr-corner-xl border border-line bg-card"
        controlsClassName="md:left-1/2 md:px-6 md:pb-4 lg:left-7/12 lg:px-8"
      />
    </section>
  );
}

/** @returns what is shown nowhere else on the page first; the rest fills up a small collection */
export function chooseWorks(best: readonly PromptView[], trending: readonly PromptView[]): PromptView[] {
  const shown = new Set(trending.map(({ id }) => id));
  const isNew = ({ id }: PromptView) => !shown.has(id);
  return [...best.filter(isNew), ...best.filter((prompt) => !isNew(prompt))].slice(0, SLIDES);
}

/** What a slide shows of a prompt. */
export function toWork({ id, title, content, image, llm_type, user, likes_count }: PromptView): Work {
  return { id, title, preview: contentPreview(content), image, llm_type, user, likes_count };
}
