/** The library: all prompts, searched, filtered, ordered and paged by the URL. */
import { useQuery } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import { type ComponentType, type ReactNode, useState } from "react";
import { Link } from "wouter";
import { promptListOptions } from "#library/client/lists.queries.ts";
import { LIBRARY_PAGE_SIZE } from "#prompts/catalog.ts";
import { listFailure } from "#prompts/client/list-failure.ts";
import { PromptGrid, PromptGridSkeleton } from "#prompts/client/prompt-grid.tsx";
import type { PromptList } from "#prompts/contract.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { type LibraryFilters, libraryPath } from "./library-filters.ts";
import { listQueryOf } from "./list-query.ts";
import { NothingFound } from "./nothing-found.tsx";
import { resultCount } from "./result-count.ts";
import { useLibraryFilters } from "./use-library-filters.ts";

interface Props {
  /** What else a search finds, of a later room. */
  Beside: ComponentType<{ term: string }>;
}

export function Library({ Beside }: Props) {
  const filters = useLibraryFilters();
  return (
    <>
      <section id="prompts" aria-labelledby="biblioteca" className="measure pt-6 sm:pt-14">
        <header className="max-w-3xl">
          <h1 id="biblioteca" className="text-display">
            Biblioteca
          </h1>
          <p className="mt-2 font-heading text-xl font-semibold sm:mt-4">Explore todos os prompts</p>
          <p className="mt-1.5 text-balance text-muted sm:text-lg">
            Encontre inspiração para suas criações com nossa coleção diversificada de prompts.
          </p>
        </header>
        <div className="mt-5 sm:mt-8">
          <FilterBar filters={filters} />
        </div>
        <Results filters={filters} Beside={Beside} />
      </section>
      <CallToAction />
    </>
  );
}

function Results({ filters, Beside }: { filters: LibraryFilters } & Props) {
  const { data, error, isPlaceholderData } = useQuery(promptListOptions(listQueryOf(filters)));
  // The previous list stays until the next one arrives.
  const wanted = libraryPath(filters);
  const [shown, setShown] = useState(wanted);
  if (!isPlaceholderData && shown !== wanted) setShown(wanted);
  if (error) {
    return <ErrorState message={listFailure(error)} onRetry={() => window.location.reload()} />;
  }
  return (
    <>
      <div className="mt-5 mb-4 text-sm text-muted sm:mt-8">
        <div className="flex items-start justify-between gap-3">
          <p role="status" className={cx("min-h-6", data?.corrected && "font-semibold text-ink")}>
            {data && !isPlaceholderData && resultCount(data, filters)}
          </p>
          <WorksToday filters={filters} />
        </div>
        {filters.works && data?.pagination.total !== 0 && (
          <p className="mt-1">Alguém confirmou nos últimos 90 dias que funcionam.</p>
        )}
        {data?.corrected && !isPlaceholderData && (
          <p className="mt-1">
            <Link href={libraryPath({ ...filters, exact: true, page: 1 })} className="text-link">
              Buscar “<bdi>{filters.searchTerm}</bdi>” mesmo assim
            </Link>
          </p>
        )}
      </div>
      <h2 className="sr-only">Resultados</h2>
      {data ? (
        <div
          aria-busy={isPlaceholderData}
          className={cx("transition-opacity duration-200", isPlaceholderData && "opacity-50")}
        >
          <Page
            shown={shown}
            list={data}
            filters={filters}
            loading={isPlaceholderData}
            beside={
              filters.searchTerm &&
              filters.page === 1 && <Beside term={data.corrected ?? filters.searchTerm} />
            }
          />
        </div>
      ) : (
        <PromptGridSkeleton count={LIBRARY_PAGE_SIZE} columns={4} />
      )}
    </>
  );
}

/** A link, which needs no scripts: it narrows the list, or takes that back. */
function WorksToday({ filters }: { filters: LibraryFilters }) {
  const { works } = filters;
  return (
    <Link
      href={libraryPath({ ...filters, works: !works, page: 1 })}
      aria-current={works || undefined}
      title="Alguém confirmou nos últimos 90 dias que funcionam"
      className="-mt-2.5 -mb-1 inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-tile border border-edge bg-card px-3 font-semibold text-ink transition-colors hover:border-ink aria-current:border-primary aria-current:bg-primary-soft"
    >
      {works && <Check aria-hidden="true" className="size-4" />}
      Testados há pouco
    </Link>
  );
}

interface PageProps {
  list: PromptList;
  /** URL of the shown list. */
  shown: string;
  filters: LibraryFilters;
  loading: boolean;
  /** What else the search finds. */
  beside: ReactNode;
}

function Page({ list, shown, filters, loading, beside }: PageProps) {
  const { data, pagination } = list;
  if (pagination.total === 0) {
    return (
      <NothingFound filters={filters} similar={list.similar ?? []}>
        {beside}
      </NothingFound>
    );
  }
  const href = (page: number) => libraryPath({ ...filters, page });
  if (data.length === 0) {
    return (
      <EmptyState
        seed="fim"
        title="A biblioteca não tem tantas páginas."
        action={<ButtonLink href={href(pagination.pages)}>Ir para a última página</ButtonLink>}
      />
    );
  }
  return (
    <>
      {/* A new key per list: cards in both lists would jump to their new position. Cards of the last list are no answer
          to the new filter, so they cannot be pressed. */}
      <div key={shown} inert={loading}>
        <PromptGrid prompts={data} columns={4} atTop />
      </div>
      <div className="mt-10">
        <Pagination {...pagination} page={filters.page} href={href} loading={loading} />
      </div>
      {beside}
    </>
  );
}

function CallToAction() {
  return (
    <section className="measure mt-20 print:hidden">
      <div className="flex flex-col items-start gap-6 rounded-tile rounded-tr-corner-xl bg-banner p-6 text-on-banner sm:p-12 lg:flex-row lg:items-center lg:justify-between">
        <div className="max-w-2xl">
          <h2 className="text-2xl">Tem um prompt excelente para compartilhar?</h2>
          <p className="mt-2 text-lg text-balance">
            Contribua com a comunidade compartilhando suas melhores criações.
          </p>
        </div>
        <ButtonLink href="/submit" variant="accent" size="lg" className="shrink-0">
          Enviar meu prompt
        </ButtonLink>
      </div>
    </section>
  );
}
