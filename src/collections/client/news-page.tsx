/** News of followed authors, collections and tags, and of remixes of one's own prompts. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { MembersPage } from "#accounts/client/for-members.tsx";
import type { News } from "#collections/contract.ts";
import { Picture } from "#media/client/picture.tsx";
import { authorPath } from "#prompts/authors.ts";
import { useLinkOrigin } from "#prompts/client/list-origin.ts";
import { tagPath } from "#prompts/tag-path.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink, TextLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { QueryError } from "#ui/error-state.tsx";
import { formatCount } from "#ui/numbers.ts";
import { RelativeTime } from "#ui/relative-time.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { followsOptions, newsOptions } from "./follows.queries.ts";
import { newsMailOptions } from "./news-mail.queries.ts";
import { NewsMailSetting } from "./news-mail-setting.tsx";
import { useSeeNews } from "./unseen-news.tsx";

/** `/novidades`. */
export function NewsPage() {
  return (
    <MembersPage title="Novidades">{({ id, email }) => <OwnNews userId={id} email={email} />}</MembersPage>
  );
}

function OwnNews({ userId, email }: { userId: string; email: string }) {
  useSeeNews(userId);
  /** Where each page begins; the last may be followed by another. */
  const [pages, setPages] = useState<(string | null)[]>([null]);
  const { data: follows } = useQuery(followsOptions(userId));
  const { data: first } = useQuery(newsOptions(userId, null));
  const { data: mail } = useQuery(newsMailOptions(userId));
  const followed = [
    ...(follows?.users.map(({ id, username }) => ({ path: authorPath(id), name: username })) ?? []),
    ...(follows?.collections.map(({ path, title }) => ({ path, name: title })) ?? []),
    ...(follows?.tags.map(({ slug, name }) => ({ path: tagPath(slug), name, of: "a tag " })) ?? []),
  ];
  const setting = <NewsMailSetting userId={userId} email={email} />;
  if (first?.data.length === 0 && followed.length === 0) {
    return (
      <>
        <EmptyState
          seed="novidades"
          title="Você ainda não segue ninguém."
          description="Use “Seguir” na página de quem publica, de uma coleção ou de uma tag, e o que houver de novo aparece aqui. As adaptações dos seus prompts também. Ninguém fica sabendo quem você segue."
          action={<ButtonLink href="/prompts">Explorar Prompts</ButtonLink>}
        />
        {mail?.weekly && setting}
      </>
    );
  }
  return (
    <>
      {followed.length > 0 && <Followed all={followed} />}
      {setting}
      {first?.data.length === 0 && !first.next && <p className="text-muted">Nada de novo por enquanto.</p>}
      {pages.map((before, index) => (
        <NewsItems
          key={before}
          userId={userId}
          before={before}
          onMore={index === pages.length - 1 ? (next) => setPages([...pages, next]) : undefined}
        />
      ))}
    </>
  );
}

interface Followed {
  path: string;
  name: string;
  /** Before the name, where that does not say what it is. */
  of?: string;
}

/** Shown before the others are asked for. */
const SHOWN = 8;

function Followed({ all }: { all: readonly Followed[] }) {
  const rest = all.slice(SHOWN);
  return (
    <div className="mb-6 text-sm text-muted">
      <p>
        Você segue <Names all={all.slice(0, SHOWN)} />
        {rest.length === 0 && "."}
      </p>
      {rest.length > 0 && (
        <details>
          <summary className="text-link inline-flex min-h-11 cursor-pointer items-center font-semibold">
            e mais {formatCount(rest.length)}
          </summary>
          <p>
            <Names all={rest} />.
          </p>
        </details>
      )}
    </div>
  );
}

function Names({ all }: { all: readonly Followed[] }) {
  return all.map(({ path, name, of }, index) => (
    <span key={path}>
      {index > 0 && ", "}
      {of}
      <TextLink href={path} className="inline-block min-h-6 wrap-anywhere">
        {name}
      </TextLink>
    </span>
  ));
}

interface PageProps {
  userId: string;
  before: string | null;
  /** Shows the next page; only of the last. */
  onMore: ((next: string) => void) | undefined;
}

function NewsItems({ userId, before, onMore }: PageProps) {
  const query = useQuery(newsOptions(userId, before));
  const { data, error } = query;
  if (!data && error) {
    return <QueryError message="Erro ao carregar novidades" query={query} />;
  }
  if (!data) {
    return (
      <div role="status" className="grid gap-4">
        <span className="sr-only">Carregando novidades…</span>
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    );
  }
  const { next } = data;
  return (
    <>
      <ul>
        {data.data.map((item) => (
          <li key={`${item.prompt.id} ${item.collection?.id}`} className="border-b border-line">
            <NewsItem {...item} />
          </li>
        ))}
      </ul>
      {next && onMore && (
        <Button variant="secondary" className="mt-6" onClick={() => onMore(next)}>
          Ver mais antigas
        </Button>
      )}
    </>
  );
}

function NewsItem({ prompt, collection, tag, note, remix_of, at }: News["data"][number]) {
  const { id, title, image, user, user_id } = prompt;
  const origin = useLinkOrigin();
  return (
    <article className="grid grid-cols-[6rem_1fr] gap-x-4 py-4 sm:grid-cols-[9rem_1fr]">
      <div className="relative aspect-4/3 self-start overflow-clip rounded-tile rounded-tr-corner-sm border border-line bg-sunken">
        <Picture image={image} alt={image.alt ?? ""} seed={id} sizes="9rem" fit="cover" />
      </div>
      <div className="min-w-0">
        <p className="text-sm text-muted wrap-anywhere">
          {collection ? (
            <>
              Adicionado a <TextLink href={collection.path}>{collection.title}</TextLink>
            </>
          ) : (
            <>
              <TextLink href={authorPath(user_id)}>{user.username}</TextLink> publicou
              {remix_of && (
                <>
                  {" "}
                  a partir do seu <TextLink href={`/prompts/${remix_of.id}`}>{remix_of.title}</TextLink>
                </>
              )}
              {tag && !remix_of && (
                <>
                  {" "}
                  com a tag <TextLink href={tagPath(tag.slug)}>{tag.name}</TextLink>
                </>
              )}
            </>
          )}{" "}
          · <RelativeTime date={at} />
        </p>
        <h2 className="mt-1 text-lg leading-snug wrap-anywhere">
          <Link
            href={`/prompts/${id}`}
            state={origin}
            className="inline-block min-h-6 underline decoration-transparent decoration-2 underline-offset-4 transition-colors hover:decoration-accent"
          >
            {title}
          </Link>
        </h2>
        {note && <p className="mt-2 border-l-3 border-accent pl-3 text-sm wrap-anywhere">{note}</p>}
      </div>
    </article>
  );
}
