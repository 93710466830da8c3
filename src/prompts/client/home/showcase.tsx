/** The home page's carousel: five offers, each with a work of the most liked that is not among the trending ones. */
import { useQuery } from "@tanstack/react-query";
import type { Fetcher } from "#platform/client/api.ts";
import { TRENDING_SIZE } from "#prompts/catalog.ts";
import { promptListOptions, trendingOptions } from "#prompts/client/prompts.queries.ts";
import type { PromptView } from "#prompts/contract.ts";
import { Carousel } from "#ui/carousel.tsx";
import { SLIDES, slidesWith } from "./slides.tsx";

/** Enough, even if all trending prompts are among them. */
export function showcaseOptions(fetcher?: Fetcher) {
  return promptListOptions({ page: 1, limit: SLIDES + TRENDING_SIZE, orderBy: "top" }, fetcher);
}

export function Showcase() {
  const { data: best } = useQuery(showcaseOptions());
  const { data: trending } = useQuery(trendingOptions());
  return (
    <section className="measure mt-20 sm:mt-28">
      <Carousel
        label="O que você encontra na Prompteca"
        slides={slidesWith(chooseWorks(best?.data ?? [], trending ?? []))}
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
