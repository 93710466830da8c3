/** A tag's page in all its states: its prompts, the most liked first; other orders and filters are the library's. */
import { useQuery } from "@tanstack/react-query";
import Rss from "lucide-react/icons/rss";
import type { ComponentType } from "react";
import { useSearch } from "wouter";
import { libraryPath, NO_FILTERS } from "#library/client/library-filters.ts";
import { promptListOptions } from "#library/client/lists.queries.ts";
import { feedPagePath } from "#library/feeds.ts";
import { readPageNumber } from "#platform/client/page-number.ts";
import { LIBRARY_PAGE_SIZE } from "#prompts/catalog.ts";
import { DeadEnd } from "#prompts/client/dead-end.tsx";
import { PromptGrid, PromptGridSkeleton } from "#prompts/client/prompt-grid.tsx";
import type { PromptList, TagView } from "#prompts/contract.ts";
import { messages } from "#prompts/messages.ts";
import { tagPath } from "#prompts/tag-path.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { QueryError } from "#ui/error-state.tsx";
import { countOf } from "#ui/numbers.ts";
import { Pagination } from "#ui/pagination.tsx";
import { tagListQuery } from "./tag-list-query.ts";

interface TagPageProps {
  /** From the URL. */
  slug: string;
  /** The button that follows the tag, from `collections`, which this room does not import. */
  Follow: ComponentType<{ of: "tags"; id: string; name: string; size: "sm" }>;
}

export function TagPage({ slug, Follow }: TagPageProps) {
  const page = readPageNumber(new URLSearchParams(useSearch()));
  const found = useQuery(promptListOptions(tagListQuery(slug, page)));
  const { data, error, isPlaceholderData } = found;
  if (data && !data.tag && !isPlaceholderData) return <Missing />;
  return (
    <div className="measure pt-10 sm:pt-14">
      {data?.tag ? (
        <Tagged tag={data.tag} list={data} page={page} loading={isPlaceholderData} Follow={Follow} />
      ) : (
        <>
          <h1 className="sr-only">Prompts com uma tag</h1>
          {error ? (
            <QueryError message={messages.listFailed} query={found} />
          ) : (
            <PromptGridSkeleton count={LIBRARY_PAGE_SIZE} columns={4} />
          )}
        </>
      )}
    </div>
  );
}

interface Props extends Pick<TagPageProps, "Follow"> {
  tag: TagView;
  list: PromptList;
  page: number;
  loading: boolean;
}

function Tagged({ tag: { name, slug, prompts_count }, list, page, loading, Follow }: Props) {
  const { data, pagination } = list;
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-5">
        <div className="min-w-0">
          <p className="text-sm font-semibold text-muted">Tag</p>
          <h1 className="mt-1 text-display wrap-anywhere">{name}</h1>
          <p className="mt-3 text-muted">{countOf(prompts_count, "prompt", "prompts")}</p>
        </div>
        <div className="flex flex-wrap gap-3 print:hidden">
          <Follow of="tags" id={slug} name={name} size="sm" />
          <ButtonLink href={libraryPath({ ...NO_FILTERS, tag: slug })} variant="secondary" size="sm">
            Filtrar
          </ButtonLink>
          <ButtonLink href={feedPagePath("tags", slug)} variant="secondary" size="sm">
            <Rss aria-hidden="true" className="size-4" /> Acompanhar por RSS
          </ButtonLink>
        </div>
      </header>
      <h2 className="sr-only">Prompts</h2>
      <div className="mt-8 sm:mt-10" aria-busy={loading}>
        {data.length > 0 ? (
          <PromptGrid prompts={data} columns={4} atTop />
        ) : (
          <EmptyState
            seed="fim"
            title="Esta tag não tem tantas páginas."
            action={<ButtonLink href={tagPath(slug, pagination.pages)}>Ir para a última página</ButtonLink>}
          />
        )}
      </div>
      <div className="mt-10">
        <Pagination {...pagination} page={page} href={(target) => tagPath(slug, target)} loading={loading} />
      </div>
    </>
  );
}

function Missing() {
  return (
    <div className="measure">
      <DeadEnd
        seed="ninguém"
        title={messages.tagNotFound}
        text="O endereço pode estar errado, ou não há mais prompts com esta tag."
      >
        <ButtonLink href="/prompts">Explorar Prompts</ButtonLink>
      </DeadEnd>
    </div>
  );
}
