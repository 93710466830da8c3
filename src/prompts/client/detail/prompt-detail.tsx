/** One prompt: picture, text, author and all actions. */
import Calendar from "lucide-react/icons/calendar";
import Code from "lucide-react/icons/code";
import Eye from "lucide-react/icons/eye";
import Pencil from "lucide-react/icons/pencil";
import { type ComponentType, type ReactNode, useState } from "react";
import { Link } from "wouter";
import { useSession } from "#accounts/client/session.ts";
import { Picture } from "#media/client/picture.tsx";
import { authorPath } from "#prompts/authors.ts";
import { useEmbedDialog } from "#prompts/client/embed/use-embed-dialog.ts";
import { setFavorited, setLiked } from "#prompts/client/reactions.ts";
import { ReportLink } from "#prompts/client/report-link.tsx";
import { ToolBadge } from "#prompts/client/tool-badge.tsx";
import { differencePath } from "#prompts/client/versions/paths.ts";
import type { PromptView } from "#prompts/contract.ts";
import { remixPath } from "#prompts/remix-paths.ts";
import { tagPath, tagSlug } from "#prompts/tag-path.ts";
import { FavoriteButton, LikeButton } from "#reactions/client/reaction-buttons.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { quietStyle } from "#ui/count-button.tsx";
import { cx } from "#ui/cx.ts";
import { formatDate } from "#ui/dates.ts";
import { MenuButton } from "#ui/dropdown-menu.tsx";
import { formatCount } from "#ui/numbers.ts";
import { RelativeTime } from "#ui/relative-time.tsx";
import { CopyLinkButton, CopyPromptButton, CopyWithCredit } from "./copy-buttons.tsx";
import { DirectCredit, MoreCredit } from "./credit.tsx";
import { FillIn } from "./fill-in.tsx";
import { OpenInTool } from "./open-in-tool.tsx";
import { pictureLayout } from "./picture-layout.ts";
import { PromptText } from "./prompt-text.tsx";
import { ResultsRow } from "./results-row.tsx";
import { ShareMenu } from "./share-menu.tsx";
import { triggerStyle } from "./trigger-style.ts";
import { useCountedView } from "./use-counted-view.ts";
import { useCutOff } from "./use-cut-off.ts";
import { useFilledIn } from "./use-filled-in.ts";

/** A button of a later room. */
export type SaveComponent = ComponentType<{ prompt: PromptView; className: string }>;

interface Props {
  prompt: PromptView;
  level?: "h1" | "h3";
  Save?: SaveComponent | undefined;
}

const inBar = "shrink-0 flex-col gap-0 text-xs max-sm:px-1 lg:max-xl:px-1";

/**
 * On phones a single column, with the copy button in a bar at the lower edge; from 1024 px the
 * picture beside a sticky panel, or in low windows beside a panel with the same bar. The panel is no higher than the
 * window until the reader asks for a long text whole. The picture's shape divides the width (picture-layout.ts).
 * @param level heading level of the title; `h1` on the prompt's own page
 * @param Save the button beside the favourite
 */
export function PromptDetail({ prompt, level = "h1", Save }: Props) {
  const { id, title, description, image, tags, user, remixed_from } = prompt;
  const { user: viewer } = useSession();
  const layout = pictureLayout(image);
  const filledIn = useFilledIn(prompt);
  useCountedView(id);
  const [embed, embedDialog] = useEmbedDialog("prompts", id, title);
  const [text, isCutOff] = useCutOff<HTMLElement>();
  const [isWhole, setWhole] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const use = () => setUsed(true);
  const showWhole = () => {
    setWhole(true);
    // The button goes.
    text.current?.focus({ preventScroll: true });
  };
  return (
    <article
      className={cx(
        "flex flex-col gap-6 lg:grid lg:grid-cols-12 lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-10 lg:gap-y-8 print:flex print:gap-5",
        layout.article,
      )}
    >
      <div
        className={cx(
          "overflow-clip rounded-tile rounded-tr-corner-xl border border-line bg-sunken print:mx-0 print:border-0 print:bg-transparent print:[&_img]:mx-0 print:[&_img]:max-h-[95mm] print:[&_img]:w-auto print:[&_svg]:hidden",
          layout.frame,
        )}
      >
        <Picture
          image={image}
          alt={image.alt ?? `Resultado do prompt “${title}”`}
          seed={id}
          sizes={layout.sizes}
          loading="first"
          fit="whole"
        />
      </div>

      <div
        className={cx(
          "contents lg:row-span-2 lg:row-start-1 lg:flex lg:flex-col print:contents",
          layout.panel,
          !isWhole && "roomy:sticky roomy:top-24 roomy:max-h-[calc(100dvh-11rem)]",
        )}
      >
        <Heading prompt={prompt} level={level}>
          <ResultsRow prompt={prompt} used={isUsed} />
        </Heading>
        <div className="flex min-h-0 flex-col overflow-clip max-lg:col-span-full rounded-tile rounded-tr-corner border border-line bg-card lg:mt-6 lg:rounded-b-none roomy:min-h-52 roomy:has-[[aria-expanded=true]]:min-h-[calc(30dvh+6rem)] print:m-0 print:block print:overflow-visible print:border-0">
          {filledIn.variables.length > 0 && (
            <div className="contents print:hidden">
              <FillIn filledIn={filledIn} />
            </div>
          )}
          <section
            ref={text}
            aria-label="Prompt"
            tabIndex={-1}
            className={cx(
              "rounded-tile p-5 focus-visible:-outline-offset-2 sm:p-6 roomy:min-h-24 print:overflow-visible print:p-0",
              // Without scripts it scrolls.
              !isWhole && "roomy:overflow-hidden roomy:noscript:overflow-y-auto",
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
          className={cx(
            !isWhole && "roomy:border-t-0",
            "sticky bottom-0 z-10 max-lg:col-span-full [@media(height<22rem)]:static order-last -mx-4 flex flex-wrap items-center justify-end gap-1 max-sm:gap-0 border-t border-line bg-card px-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:mx-0 sm:rounded-tile sm:border lg:order-none lg:rounded-t-none lg:p-3",
          )}
        >
          <CopyPromptButton
            toolId={prompt.llm_type_id}
            filledIn={filledIn}
            onCopied={use}
            className={cx(
              "flex-1 whitespace-nowrap max-xl:px-3 max-sm:gap-1.5 max-sm:px-1.5 max-sm:text-base max-[22rem]:px-1.5 max-[22rem]:[&_svg]:hidden lg:max-xl:text-base lg:max-xl:[&_svg]:hidden",
              // Makes room for a long count.
              prompt.likes_count >= 10_000 && "max-sm:[&_svg]:hidden",
            )}
          />
          <LikeButton prompt={prompt} act={setLiked} place="page" className={inBar} />
          {/* Named where the like is, so that both icons stand on one line. */}
          <FavoriteButton
            prompt={prompt}
            act={setFavorited}
            place="page"
            className={cx(inBar, "max-sm:-mr-1 max-[22rem]:[&>:last-child]:hidden lg:[&>:last-child]:hidden")}
          />
          {Save && (
            <Save
              prompt={prompt}
              className={cx(
                quietStyle,
                inBar,
                "hover:bg-primary-soft hover:text-primary max-sm:hidden sm:-mr-2.5 lg:hidden noscript:hidden",
              )}
            />
          )}
        </div>
        <div className="flex gap-2 max-lg:col-span-full lg:mt-3 print:hidden">
          <OpenInTool toolId={prompt.llm_type_id} filledIn={filledIn} onOpened={use} />
          {/* On phones, and beside the picture, the bar is full. */}
          {Save && <Save prompt={prompt} className={cx(triggerStyle, "sm:max-lg:hidden noscript:hidden")} />}
          <ShareMenu title={title}>
            <CopyWithCredit author={user.username} filledIn={filledIn} onCopied={use} />
            <MenuButton onSelect={embed}>
              <Code aria-hidden="true" /> Incorporar
            </MenuButton>
          </ShareMenu>
          {embedDialog}
        </div>
      </div>

      <div className={cx("flex flex-col gap-8 max-lg:col-span-full print:gap-4", layout.about)}>
        {description && (
          <section aria-labelledby="descricao">
            <h2 id="descricao" className="text-xl">
              Sobre este prompt
            </h2>
            <p className="mt-3 text-muted whitespace-pre-wrap wrap-anywhere">{description}</p>
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
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6 print:border-0 print:pt-0 print:[&_[aria-hidden]]:hidden">
          <AuthorCard userId={prompt.user_id} username={user.username} />
          <div className="flex flex-wrap items-center gap-x-5 max-sm:basis-full">
            {prompt.allow_remixes && (
              <ButtonLink variant="ghost" href={remixPath(id)} rel="nofollow">
                <Pencil aria-hidden="true" className="size-4.5" /> Fazer uma versão minha
              </ButtonLink>
            )}
            <CopyLinkButton />
            {prompt.user_id !== viewer?.id && <ReportLink type="prompt" id={id} />}
          </div>
        </div>
      </div>
    </article>
  );
}

function Heading({
  prompt: { id, title, llm_type, created_at, edited_at, version, views, remixed_from },
  level: Level,
  children,
}: {
  prompt: PromptView;
  level: "h1" | "h3";
  /** Below it. */
  children: ReactNode;
}) {
  return (
    <header className="print:order-first">
      <ToolBadge name={llm_type.name} />
      <Level className="mt-3 text-3xl wrap-anywhere md:text-2xl">{title}</Level>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <span className="flex items-center gap-1.5">
          <Calendar aria-hidden="true" className="size-4" />
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
        <span className="flex items-center gap-1.5 print:hidden">
          <Eye aria-hidden="true" className="size-4" />
          {formatCount(views)} {views === 1 ? "visualização" : "visualizações"}
        </span>
        {remixed_from && <DirectCredit {...remixed_from} />}
      </p>
      {children}
    </header>
  );
}

function AuthorCard({ userId, username }: { userId: string; username: string }) {
  return (
    <Link href={authorPath(userId)} className="group flex min-w-0 items-center gap-4 rounded-tile pr-2">
      <Avatar name={username} size="lg" />
      <span className="min-w-0">
        <span className="block truncate font-heading text-lg font-semibold underline decoration-transparent decoration-2 underline-offset-4 transition-colors group-hover:decoration-accent">
          {username}
        </span>
        <span className="block text-sm text-muted">Criador do prompt</span>
      </span>
    </Link>
  );
}
