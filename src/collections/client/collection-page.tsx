/** A collection's page in all its states. Who owns it gets the means to change it, loaded for them alone. */
import { useQuery } from "@tanstack/react-query";
import Code from "lucide-react/icons/code";
import Copy from "lucide-react/icons/copy";
import Lock from "lucide-react/icons/lock";
import Rss from "lucide-react/icons/rss";
import { type ComponentType, Suspense, useEffect } from "react";
import { Link, useLocation } from "wouter";
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { rememberInterrupted } from "#accounts/client/interrupted.ts";
import { useSession } from "#accounts/client/session.ts";
import type { CollectionView } from "#collections/contract.ts";
import { messages } from "#collections/messages.ts";
import { COLLECTIONS, collectionIdOf, OWN_COLLECTIONS } from "#collections/paths.ts";
import { feedPagePath } from "#library/feeds.ts";
import { authorPath } from "#prompts/authors.ts";
import { DeadEnd } from "#prompts/client/dead-end.tsx";
import { useEmbedDialog } from "#prompts/client/embed/use-embed-dialog.ts";
import { ReportLink } from "#prompts/client/report-link.tsx";
import { Button } from "#ui/button.tsx";
import { ButtonLink, TextLink } from "#ui/button-link.tsx";
import { copyText } from "#ui/copy-text.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { QueryError } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.ts";
import { countOf } from "#ui/numbers.ts";
import { RelativeTime } from "#ui/relative-time.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TileFrieze } from "#ui/tile.tsx";
import { toast } from "#ui/toast.ts";
import { collectionOptions } from "./collections.queries.ts";
import { Entries } from "./entries.tsx";
import { FollowButton } from "./follow-button.tsx";

const OwnerBar = lazyPart(async () => (await import("./editor/owner-bar.tsx")).OwnerBar);
const EditableEntries = lazyPart(async () => (await import("./editor/editable-entries.tsx")).EditableEntries);

interface Props {
  /** The last part of the address. */
  name: string;
  /** The moderators' controls: that room comes later, so the page is given them. */
  Moderation: ComponentType<{ type: "collection"; id: number }>;
  /** Downloads the collection as a file, of a later room, too. */
  Export: ComponentType<{ id: number }>;
}

export function CollectionPage({ name, ...later }: Props) {
  const { status } = useSession();
  const id = collectionIdOf(name);
  const query = useQuery(collectionOptions(id));
  const { data, error, isFetching } = query;
  // The server renders without a session: until the viewer is known, it may be their private collection.
  const isKnown = status === "anonymous" || (status === "signed-in" && !isFetching);
  const isMissing = data === null && isKnown;
  // The address of a private one has its title.
  useRightAddress(id, isMissing ? `${COLLECTIONS}${id}` : data?.path);
  if (data) return <Shown key={data.id} collection={data} {...later} />;
  if (error) {
    return (
      <div className="measure pt-10 sm:pt-14">
        <h1 className="sr-only">Coleção</h1>
        <QueryError message={messages.detailFailed} query={query} />
      </div>
    );
  }
  if (data !== null) return <PageSkeleton />;
  if (isMissing) return <Missing />;
  return (
    <>
      <div className="noscript:hidden">
        <PageSkeleton />
      </div>
      <div className="hidden noscript:block">
        <Missing />
      </div>
    </>
  );
}

/** An older title's address leads on to that of today, as it does on the server; that of what is not there to one without. */
function useRightAddress(id: number, path: string | undefined) {
  const [current, navigate] = useLocation();
  useEffect(() => {
    // While another page loads, the address is already that page's.
    const isOld = path !== current && current.startsWith(`${COLLECTIONS}${id}`);
    if (path && isOld) navigate(path, { replace: true });
  }, [id, path, current, navigate]);
}

/** All texts as one to paste: each under its title, a line between them. */
const allTexts = (items: CollectionView["items"]) =>
  items.map(({ prompt }) => `# ${prompt.title}\n\n${prompt.content}`).join("\n\n---\n\n");

async function copyAll({ items }: CollectionView) {
  if (items.some(({ is_cut }) => is_cut))
    return toast({ title: messages.tooLong, description: messages.tooLongText, variant: "destructive" });
  const copied = await copyText(allTexts(items));
  toast(
    copied
      ? {
          title: messages.copied,
          description: countOf(items.length, "prompt, com o título.", "prompts, cada um com o título."),
          variant: "success",
        }
      : { title: messages.copyFailed, description: messages.copyFailedText, variant: "destructive" },
  );
}

function Shown({ collection, Moderation, Export }: { collection: CollectionView } & Omit<Props, "name">) {
  const { user: viewer } = useSession();
  const { id, title, description, user, user_id, items, is_public, updated_at, unavailable = 0 } = collection;
  const isOwner = viewer?.id === user_id;
  const [embed, embedDialog] = useEmbedDialog("colecoes", id, title);
  return (
    <>
      <TileFrieze seed={`coleção ${id}`} columns={16} rows={2} className="h-16 sm:h-24 print:hidden" />
      <div className="measure max-w-4xl pt-8 sm:pt-10">
        <header>
          <p className="text-sm text-muted">
            Coleção de{" "}
            <Link href={authorPath(user_id)} className="text-link font-semibold text-ink">
              {user.username}
            </Link>
          </p>
          <h1 className="mt-2 text-3xl wrap-anywhere sm:text-display">{title}</h1>
          {description && (
            <p className="mt-4 max-w-2xl text-lg whitespace-pre-wrap text-muted wrap-anywhere">
              {description}
            </p>
          )}
          <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
            <li>{countOf(items.length, "prompt", "prompts")}</li>
            <li>
              Alterada <RelativeTime date={updated_at} />
            </li>
            {!is_public && (
              <li className="flex items-center gap-1.5 font-semibold text-ink">
                <Lock aria-hidden="true" className="size-4" /> Privada: só você vê
              </li>
            )}
          </ul>
          {collection.withdrawn_reason && (
            <p className="mt-5 rounded-tile rounded-tr-corner border border-line bg-sunken p-4 text-sm wrap-anywhere">
              A moderação tornou esta coleção privada: {collection.withdrawn_reason}{" "}
              <TextLink href="/avisos">Ver o aviso</TextLink>
            </p>
          )}
          <div className="mt-6 flex flex-wrap items-center gap-2 sm:gap-3 print:hidden">
            {items.length > 0 && (
              <Button className="noscript:hidden" onClick={() => void copyAll(collection)}>
                <Copy aria-hidden="true" className="size-4.5" /> Copiar todos
              </Button>
            )}
            {is_public && !isOwner && (
              <>
                <FollowButton of="collections" id={id} name={title} />
                <ButtonLink href={feedPagePath("collections", id)} variant="secondary">
                  <Rss aria-hidden="true" className="size-4 max-sm:hidden" />
                  <span>
                    <span className="max-lg:sr-only">Acompanhar por </span>RSS
                  </span>
                </ButtonLink>
              </>
            )}
            {items.length > 0 && <Export id={id} />}
            {is_public && (
              <Button variant="secondary" className="noscript:hidden" onClick={embed}>
                <Code aria-hidden="true" className="size-4 max-sm:hidden" /> Incorporar
              </Button>
            )}
            {embedDialog}
            {isOwner && (
              <Suspense>
                <OwnerBar collection={collection} />
              </Suspense>
            )}
          </div>
        </header>
        <div className="mt-8">
          {items.length === 0 ? (
            <NothingSaved isOwner={isOwner} />
          ) : isOwner ? (
            <Suspense fallback={<Entries items={items} />}>
              <EditableEntries collection={collection} />
            </Suspense>
          ) : (
            <Entries items={items} />
          )}
        </div>
        {unavailable > 0 && (
          <p className="mt-5 text-sm text-muted">
            {unavailable === 1
              ? "Um prompt desta coleção não está no site agora. Se voltar, aparece de novo na mesma posição."
              : `${unavailable} prompts desta coleção não estão no site agora. Se voltarem, aparecem de novo nas mesmas posições.`}
          </p>
        )}
        {!isOwner && (
          <div className="mt-10 flex flex-wrap items-center gap-x-6 border-t border-line pt-4 print:hidden">
            <ReportLink type="collection" id={id} />
            <Moderation type="collection" id={id} />
          </div>
        )}
      </div>
    </>
  );
}

function NothingSaved({ isOwner }: { isOwner: boolean }) {
  return (
    <EmptyState
      seed="coleção vazia"
      title="Nenhum prompt nesta coleção ainda."
      {...(isOwner && { description: "Use “Salvar em…” na página de um prompt." })}
      action={<ButtonLink href="/prompts">Explorar Prompts</ButtonLink>}
    />
  );
}

/** The page stays: the viewer's own state appears on it. */
function logIn() {
  rememberInterrupted({ path: location.pathname, purpose: messages.toSeePrivate });
  openAuthDialog("login");
}

function Missing() {
  const { status } = useSession();
  return (
    <div className="measure">
      <DeadEnd
        seed="sem coleção"
        title={messages.notFound}
        text="O endereço pode estar errado, ou a coleção é privada ou foi excluída."
      >
        <ButtonLink href="/prompts">Explorar Prompts</ButtonLink>
        {status === "signed-in" && (
          <ButtonLink href={OWN_COLLECTIONS} variant="secondary">
            Suas coleções
          </ButtonLink>
        )}
        {status === "anonymous" && (
          <Button variant="secondary" onClick={logIn}>
            É sua? Entre
          </Button>
        )}
      </DeadEnd>
    </div>
  );
}

function PageSkeleton() {
  return (
    <div role="status" className="measure max-w-4xl pt-24 sm:pt-32">
      <h1 className="sr-only">Coleção</h1>
      <span className="sr-only">Carregando coleção…</span>
      <Skeleton className="h-10 w-2/3" />
      <Skeleton className="mt-4 h-5 w-40" />
      <Skeleton className="mt-10 h-36" />
      <Skeleton className="mt-5 h-36" />
    </div>
  );
}
