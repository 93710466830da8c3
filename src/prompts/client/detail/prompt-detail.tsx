/** One prompt: picture, text, author and all actions. */

import Eye from "lucide-react/icons/eye";
import Pencil from "lucide-react/icons/pencil";
import type { ComponentType, ReactNode } from "react";
import { Link } from "wouter";
import { useSession } from "#accounts/client/session.ts";
import { Picture } from "#media/client/picture.tsx";
import { authorPath } from "#prompts/authors.ts";
import { setFavorited, setLiked } from "#prompts/client/reactions.ts";
import { ToolBadge } from "#prompts/client/tool-badge.tsx";
import { differencePath } from "#prompts/client/versions/paths.ts";
import type { PromptView } from "#prompts/contract.ts";
import { pictureAlt } from "#prompts/picture-alt.ts";
import { remixPath } from "#prompts/remix-paths.ts";
import { tagPath, tagSlug } from "#prompts/tag-path.ts";
import { FavoriteButton, LikeButton } from "#reactions/client/reaction-buttons.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { quietStyle } from "#ui/count-button.tsx";
import { cx } from "#ui/cx.ts";
import { formatDate } from "#ui/dates.ts";
import { formatCount } from "#ui/numbers.ts";
import { RelativeTime } from "#ui/relative-time.tsx";
import { AskedQuestion, rememberCopied } from "./asked-question.tsx";
import { CopyPromptButton } from "./copy-button.tsx";
import { DirectCredit, MoreCredit } from "./credit.tsx";
import { FillIn } from "./fill-in.tsx";
import { OpenInTool } from "./open-in-tool.tsx";
import { LOWER, pictureLayout } from "./picture-layout.ts";
import { PromptMenu } from "./prompt-menu.tsx";
import { PromptText } from "./prompt-text.tsx";
import { ResultsRow } from "./results-row.tsx";
import { useCountedView } from "./use-counted-view.ts";
import { useFilledIn } from "./use-filled-in.ts";
import { useFold } from "./use-fold.ts";

/** A button of a later room. */
export type SaveComponent = ComponentType<{ prompt: PromptView; className: string }>;

interface Props {
  prompt: PromptView;
  level?: "h1" | "h3";
  Save?: SaveComponent | undefined;
}

/** Characters: a longer title leaves the text room on a phone's first screen by smaller letters and a lower picture. */
const LONG_TITLE = 70;

const inBar = "shrink-0 flex-col gap-0 text-xs max-sm:px-0.5 lg:px-1";
const besideMenu = "px-3 max-sm:flex-1";

/**
 * On phones a single column, whose first screen holds the picture, the title and the beginning of the text, with the copy
 * button in a bar at the lower edge. From 1024 px two columns that end on one line: the picture with what is said about the
 * prompt, and its title and text, cut off at that line until the reader asks for a long one whole
 * (picture-layout.ts).
 * @param level heading level of the title; `h1` on the prompt's own page
 * @param Save the button beside the favourite
 */
export function PromptDetail({ prompt, level = "h1", Save }: Props) {
  const { id, title, description, image, tags, user, remixed_from } = prompt;
  const isOwn = useSession().user?.id === prompt.user_id;
  const layout = pictureLayout(image, (description ?? "").length + (remixed_from?.note ?? "").length);
  const filledIn = useFilledIn(prompt);
  useCountedView(id);
  const { ref: text, isCutOff, isWhole, showWhole, onScroll } = useFold<HTMLElement>();
  const use = () => rememberCopied(prompt);
  return (
    <article
      className={cx(
        "flex flex-col gap-4 sm:gap-6 lg:grid lg:grid-cols-12 lg:grid-rows-[auto_auto_1fr] lg:gap-x-10 lg:gap-y-0 print:flex print:gap-5",
        layout.article,
        title.length > LONG_TITLE && LOWER,
      )}
    >
      <div
        className={cx(
          "overflow-clip rounded-tile rounded-tr-corner-xl border border-line bg-sunken lg:row-start-1 lg:self-start print:mx-0 print:border-0 print:bg-transparent print:[&_img]:mx-0 print:[&_img]:max-h-[95mm] print:[&_img]:w-auto print:[&_svg]:hidden",
          layout.frame,
        )}
      >
        <div className={layout.picture}>
          <Picture
            image={image}
            alt={pictureAlt(image, title)}
            seed={id}
            sizes={layout.sizes}
            loading="first"
            fit="whole"
          />
        </div>
      </div>

      <Heading prompt={prompt} level={level} className={layout.heading}>
        <ResultsRow prompt={prompt} />
      </Heading>

      <div className={cx("contents lg:flex lg:flex-col print:contents", layout.panel)}>
        <div className="flex grow flex-col overflow-clip rounded-tile rounded-tr-corner border border-line bg-card max-lg:col-span-full max-sm:-mt-3 lg:rounded-b-none lg:border-b-0 print:m-0 print:block print:overflow-visible print:border-0">
          {filledIn.variables.length > 0 && (
            <div className="contents print:hidden">
              <FillIn filledIn={filledIn} />
            </div>
          )}
          <section
            ref={text}
            aria-label="Prompt"
            tabIndex={-1}
            onScroll={onScroll}
            className={cx(
              "rounded-tile px-5 py-4 focus-visible:-outline-offset-2 sm:p-6 print:overflow-visible print:p-0",
              // Without scripts it scrolls.
              !isWhole &&
                "lg:min-h-(--least) lg:shrink-0 lg:grow lg:basis-0 lg:overflow-hidden lg:noscript:overflow-y-auto",
              isCutOff && "mask-b-from-[calc(100%-5rem)] print:mask-none",
            )}
          >
            <PromptText {...filledIn} />
          </section>
          {isCutOff && (
            <Button variant="ghost" className="mb-2 shrink-0 self-center print:hidden" onClick={showWhole}>
              Mostrar tudo
            </Button>
          )}
        </div>
        <div
          data-bottom-bar
          className="sticky bottom-0 z-10 order-last -mx-4 flex flex-wrap items-center justify-end gap-1 border-t border-line bg-card px-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] max-lg:col-span-full max-sm:gap-1.5 max-[23rem]:justify-between max-[23rem]:gap-0 [@media(height<22rem)]:static max-[22rem]:has-[>fieldset]:static [@media(height<26rem)]:has-[>fieldset]:static sm:mx-0 sm:rounded-tile sm:border lg:order-none lg:rounded-t-none lg:p-3"
        >
          <AskedQuestion prompt={prompt} resumes={false} className="basis-full text-sm" />
          <CopyPromptButton
            toolId={prompt.llm_type_id}
            filledIn={filledIn}
            onCopied={use}
            className="flex-1 whitespace-nowrap max-[23rem]:max-w-28 max-xl:px-3 max-sm:gap-1.5 max-sm:px-1.5 max-sm:text-base max-[22rem]:[&_svg]:hidden lg:max-xl:text-base lg:max-xl:[&_svg]:hidden"
          />
          {/* Only as wide as is left: then its unit is not shown. */}
          <LikeButton
            prompt={prompt}
            save={setLiked}
            place="page"
            className={cx(inBar, "max-w-max grow-100 basis-0")}
          />
          {/* Named where the like is, so that the icons stand on one line. */}
          <FavoriteButton
            prompt={prompt}
            save={setFavorited}
            place="page"
            className={cx(inBar, "max-[22rem]:[&>:last-child]:hidden")}
          />
          {Save && (
            <Save
              prompt={prompt}
              className={cx(
                quietStyle,
                inBar,
                "hover:bg-primary-soft hover:text-primary max-sm:-mr-0.5 sm:max-lg:-mr-2.5 lg:-mr-1 noscript:hidden max-[20rem]:[&>span]:sr-only",
              )}
            />
          )}
        </div>
        <div className="flex flex-wrap gap-2 max-lg:col-span-full lg:mt-3 print:hidden">
          <OpenInTool toolId={prompt.llm_type_id} filledIn={filledIn} onOpened={use} />
          <div className="flex gap-2 max-sm:grow">
            {isOwn ? (
              <ButtonLink variant="secondary" href={`/prompts/${id}/edit`} className={besideMenu}>
                <Pencil aria-hidden="true" className="size-4.5" /> Editar
              </ButtonLink>
            ) : (
              prompt.allow_remixes && (
                <ButtonLink variant="secondary" href={remixPath(id)} rel="nofollow" className={besideMenu}>
                  <Pencil aria-hidden="true" className="size-4.5" />
                  <span>
                    Adaptar<span className="lg:sr-only"> este prompt</span>
                  </span>
                </ButtonLink>
              )
            )}
            <PromptMenu prompt={prompt} isOwn={isOwn} filledIn={filledIn} onCopied={use} />
          </div>
        </div>
      </div>

      <div className={cx("flex flex-col gap-5 max-lg:col-span-full max-lg:mt-4 print:gap-4", layout.about)}>
        {description && (
          <section aria-labelledby="descricao">
            <h2 id="descricao" className="text-xl lg:sr-only">
              Sobre este prompt
            </h2>
            <p className="text-muted whitespace-pre-wrap wrap-anywhere max-lg:mt-3">{description}</p>
          </section>
        )}
        {remixed_from && <MoreCredit {...remixed_from} />}
        {tags.length > 0 && (
          <nav aria-label="Tags">
            <ul className="flex flex-wrap gap-2">
              {tags.map((tag) => (
                <li key={tag}>
                  <Link href={tagPath(tagSlug(tag))} className="tag">
                    {tag}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <AuthorCard userId={prompt.user_id} username={user.username} />
      </div>
    </article>
  );
}

function Heading({
  prompt: { id, title, llm_type, created_at, edited_at, version, views, remixed_from },
  level: Level,
  className,
  children,
}: {
  prompt: PromptView;
  level: "h1" | "h3";
  className: string;
  /** Below it. */
  children: ReactNode;
}) {
  return (
    <header className={cx("print:order-first", className)}>
      <Level className={cx("text-2xl wrap-anywhere", title.length > LONG_TITLE && "max-sm:text-xl")}>
        {title}
      </Level>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted sm:gap-x-4">
        <ToolBadge name={llm_type.name} />
        <span>
          <span className="sr-only">Criado em </span>
          <time dateTime={created_at}>{formatDate(created_at)}</time>
        </span>
        {edited_at && (
          <span className="flex items-center gap-1.5">
            <Pencil aria-hidden="true" className="size-4" />
            {version > 1 ? (
              <Link
                href={differencePath(id, version)}
                className="-my-2 py-2 underline decoration-transparent underline-offset-4 transition-colors hover:decoration-accent"
              >
                Versão {version} · <span className="max-sm:hidden">editado </span>
                <RelativeTime date={edited_at} /> ·{" "}
                <span className="underline decoration-accent">ver o que mudou</span>
              </Link>
            ) : (
              <span>
                Editado em <time dateTime={edited_at}>{formatDate(edited_at)}</time>
              </span>
            )}
          </span>
        )}
        <span className="flex items-center gap-1 print:hidden">
          <Eye aria-hidden="true" className="size-4" />
          <span>
            {formatCount(views)}
            <span className="max-sm:sr-only">{views === 1 ? " visualização" : " visualizações"}</span>
          </span>
        </span>
        {remixed_from && <DirectCredit {...remixed_from} />}
      </p>
      {children}
    </header>
  );
}

function AuthorCard({ userId, username }: { userId: string; username: string }) {
  return (
    <Link
      href={authorPath(userId)}
      className="group flex min-w-0 max-w-max items-center gap-3 rounded-tile pr-2 print:[&_[aria-hidden]]:hidden"
    >
      <Avatar name={username} />
      <span className="min-w-0">
        <span className="block truncate font-heading font-semibold underline decoration-transparent decoration-2 underline-offset-4 transition-colors group-hover:decoration-accent">
          {username}
        </span>
        <span className="block text-sm text-muted">Criador do prompt</span>
      </span>
    </Link>
  );
}
