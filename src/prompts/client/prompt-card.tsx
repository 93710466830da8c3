/** A prompt in a list: picture, tool, title, start of its text, and actions. */
import ArrowRight from "lucide-react/icons/arrow-right";
import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import { Picture } from "#media/client/picture.tsx";
import { authorPath } from "#prompts/authors.ts";
import type { PromptView } from "#prompts/contract.ts";
import { FavoriteButton, LikeButton } from "#reactions/client/reaction-buttons.tsx";
import { hasResults, WorkedFor } from "#results/client/worked-for.tsx";
import { RelativeTime } from "#ui/relative-time.tsx";
import { contentPreview } from "./content-preview.ts";
import { CopyFromCard } from "./copy-from-card.tsx";
import { AskedQuestion } from "./detail/asked-question.tsx";
import type { ListOrigin } from "./list-origin.ts";
import { setFavorited, setLiked } from "./reactions.ts";
import { ToolBadge } from "./tool-badge.tsx";

/** Widths of a card in the grids of prompt-grid.tsx. */
const sizes = "(min-width: 80rem) 18rem, (min-width: 64rem) 30vw, (min-width: 40rem) 46vw, 92vw";

interface Props {
  prompt: PromptView;
  /** The list that its page leads back to. */
  origin?: ListOrigin | undefined;
  /** Loading priority of its picture, by the card's position. */
  loading?: "lazy" | "first";
  /** All cards of the list are by the same author, so the author's link is omitted. */
  sameAuthor?: boolean | undefined;
  /** Content of the picture's lower right corner. */
  corner?: ReactNode;
}

/** The link at the card's end covers the whole card; controls above it remain usable. */
export function PromptCard({ prompt, origin, loading, sameAuthor, corner }: Props) {
  const { id, title, content, image, llm_type, user, user_id, created_at } = prompt;
  const heading = useId();
  return (
    <article
      aria-labelledby={heading}
      className="group relative flex h-full flex-col overflow-clip rounded-tile rounded-tr-corner-lg border border-line bg-card transition-[border-radius,border-color] hover:rounded-tr-corner-xl hover:border-edge"
    >
      <div className="relative aspect-4/3 overflow-clip bg-sunken">
        <Picture image={image} alt={image.alt ?? ""} seed={id} sizes={sizes} loading={loading} fit="cover" />
        <ToolBadge name={llm_type.name} className="absolute bottom-3 left-3" />
        {corner && <div className="absolute right-3 bottom-3 z-1">{corner}</div>}
      </div>
      <div className="flex flex-1 flex-col px-4 pt-4 pb-3">
        <h3 id={heading} className="line-clamp-2 text-lg leading-snug">
          {title}
        </h3>
        <p className="mt-2 mb-4 text-sm text-muted wrap-anywhere">{contentPreview(content)}</p>
        {hasResults(prompt) && prompt.worked_count > 0 && (
          <p className="-mt-2 mb-4 text-xs font-semibold">
            <WorkedFor {...prompt} />
          </p>
        )}
        <p className="mt-auto flex items-baseline justify-between gap-3 text-xs text-muted">
          {sameAuthor ? (
            <span className="truncate">por {user.username}</span>
          ) : (
            <Link
              href={authorPath(user_id)}
              className="relative z-1 -my-3.5 truncate rounded-tile py-3.5 underline decoration-transparent decoration-2 underline-offset-2 transition-colors hover:text-ink hover:decoration-accent"
            >
              por {user.username}
            </Link>
          )}
          <RelativeTime date={created_at} className="shrink-0" />
        </p>
      </div>
      <AskedQuestion
        prompt={prompt}
        resumes
        className="relative z-1 border-t border-line pr-1 pl-4 text-sm sm:text-xs"
      />
      <div className="flex items-center border-t border-line py-1 pr-4 pl-1.5 print:hidden">
        {/* A long count may reach into the next button's room, so that the hearts of all cards stay in one column. */}
        <LikeButton prompt={prompt} save={setLiked} place="card" className="relative z-1 justify-start!" />
        <FavoriteButton prompt={prompt} save={setFavorited} place="card" className="relative z-1" />
        <CopyFromCard prompt={prompt} />
        <Link
          href={`/prompts/${id}`}
          state={origin}
          className="ml-auto flex items-center gap-1.5 whitespace-nowrap rounded-tile py-2 text-sm font-semibold after:absolute after:inset-0"
        >
          Ver Prompt<span className="sr-only">: {title}</span>
          <ArrowRight
            aria-hidden="true"
            className="size-4 transition-transform group-hover:translate-x-0.5 motion-reduce:transition-none"
          />
        </Link>
      </div>
    </article>
  );
}
