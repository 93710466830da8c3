/** The five slides of the home page's carousel: what the site offers, each beside a work and the beginning of its prompt. */
import { Link } from "wouter";
import { Picture } from "#media/client/picture.tsx";
import { ToolBadge } from "#prompts/client/tool-badge.tsx";
import type { PromptView } from "#prompts/contract.ts";
import type { Slide } from "#ui/carousel.tsx";
import { Tile } from "#ui/tile.tsx";

const offers = [
  {
    title: "Descubra prompts para cada ferramenta de IA",
    href: "/prompts",
  },
  {
    title: "Veja a imagem antes de copiar o prompt",
    href: "/prompts",
  },
  {
    title: "Compartilhe suas melhores criações",
    href: "/submit",
  },
  {
    title: "Curta e favorite os que você mais usa",
    href: "/auth?tab=register",
  },
  {
    title: "Inspiração em português, do texto à imagem",
    href: "/prompts",
  },
];
export const SLIDES = offers.length;

type Offer = (typeof offers)[number];

const sizes = "(min-width: 80rem) 46rem, (min-width: 64rem) 55vw, (min-width: 48rem) 46vw, 92vw";

/** What a slide shows of a prompt. `likes_count` marks it as one for `client/cached-prompts.ts`. */
export interface Work
  extends Pick<PromptView, "id" | "title" | "image" | "llm_type" | "user" | "likes_count"> {
  preview: string;
}

/** @param works a prompt for each slide; tiles stand in for those that are missing */
export function slidesWith(works: readonly Work[]): Slide[] {
  return offers.map((offer, index) => ({
    label: offer.title,
    content: <OfferSlide offer={offer} work={works[index]} />,
  }));
}

/** The headline leads to what it offers, everything else to the work. */
function OfferSlide({ offer, work }: { offer: Offer; work: Work | undefined }) {
  const { title, href } = offer;
  return (
    <div className="group relative grid h-full grid-rows-[auto_1fr] md:grid-cols-2 md:grid-rows-none lg:grid-cols-[7fr_5fr]">
      <div className="relative aspect-4/3 overflow-clip bg-sunken md:aspect-auto md:min-h-104">
        {work ? (
          <>
            <Picture image={work.image} alt={work.image.alt ?? ""} seed={work.id} sizes={sizes} fit="cover" />
            <ToolBadge name={work.llm_type.name} className="absolute bottom-3 left-3" />
          </>
        ) : (
          <Tile seed={title} columns={4} rows={3} fit="contain" className="absolute inset-0 size-full" />
        )}
      </div>
      <div className="flex flex-col px-5 pt-5 pb-18 md:p-8 md:pb-20 lg:p-10 lg:pb-20">
        <h3 className="text-2xl lg:text-3xl">
          <Link
            href={href}
            className="relative z-1 rounded-tile decoration-accent decoration-4 underline-offset-4 hover:underline"
          >
            {title}
          </Link>
        </h3>
        {work && (
          <figure className="mt-4 lg:mt-6">
            <blockquote className="line-clamp-3 border-l-4 border-accent pl-4 text-muted wrap-anywhere md:line-clamp-4">
              {work.preview}
            </blockquote>
            <figcaption className="mt-3 text-sm">
              <Link
                href={`/prompts/${work.id}`}
                className="line-clamp-2 min-h-6 rounded-tile font-semibold decoration-accent decoration-2 underline-offset-2 group-has-[h3_a:hover]:no-underline group-hover:underline after:absolute after:inset-0"
              >
                {work.title}
              </Link>
              <span className="text-muted">por {work.user.username}</span>
            </figcaption>
          </figure>
        )}
      </div>
    </div>
  );
}
