/** Remixes of a prompt: the most liked first, or the newest. */
import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link, useSearch } from "wouter";
import { LIBRARY_PAGE_SIZE, REMIX_ORDERS, type RemixOrder } from "#prompts/catalog.ts";
import { MissingPrompt } from "#prompts/client/detail/missing-prompt.tsx";
import { PromptGrid, PromptGridSkeleton } from "#prompts/client/prompt-grid.tsx";
import { promptOptions } from "#prompts/client/prompts.queries.ts";
import type { PromptView } from "#prompts/contract.ts";
import { messages } from "#prompts/messages.ts";
import { remixPath } from "#prompts/remix-paths.ts";
import { ButtonLink, TextLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { QueryError } from "#ui/error-state.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { remixesOptions, remixesPagePath, remixesQuery } from "./remixes-query.ts";

const ORDERS: Record<RemixOrder, string> = { top: "Mais curtidos", newest: "Mais recentes" };

/** @param id from the URL */
export function RemixesPage({ id }: { id: string }) {
  const found = useQuery(promptOptions(id));
  const { data, error } = found;
  return (
    <div className="measure">
      <nav aria-label="Voltar" className="flex min-h-18 items-center py-3 sm:min-h-22 print:hidden">
        <Link
          href={`/prompts/${encodeURIComponent(id)}`}
          className="inline-flex min-h-11 items-center gap-2 rounded-tile text-sm font-semibold text-muted transition-colors hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4.5 shrink-0" /> Voltar ao prompt
        </Link>
      </nav>
      {data === null || data === "removed" ? (
        <MissingPrompt level="h1" removed={data === "removed"} />
      ) : data ? (
        <RemixesOf source={data} />
      ) : (
        <>
          <h1 className="sr-only">Adaptações de um prompt</h1>
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

function RemixesOf({ source: { id, title, user, allow_remixes } }: { source: PromptView }) {
  const query = remixesQuery(new URLSearchParams(useSearch()));
  const { page, orderBy } = query;
  const found = useQuery(remixesOptions(id, query));
  const { data, error, isPlaceholderData } = found;
  return (
    <>
      <header>
        <p className="text-sm font-semibold text-muted">Adaptações de</p>
        <h1 className="mt-1 text-3xl wrap-anywhere">{title}</h1>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-muted wrap-anywhere">De {user.username}.</p>
          {data && data.pagination.total > 1 && (
            <nav aria-label="Ordem" className="flex gap-x-5">
              {REMIX_ORDERS.map((order) => (
                <TextLink
                  key={order}
                  href={remixesPagePath(id, order)}
                  aria-current={order === orderBy ? "true" : undefined}
                  className="inline-flex min-h-11 items-center text-sm font-semibold text-muted decoration-transparent hover:text-ink hover:decoration-accent aria-[current]:text-ink aria-[current]:decoration-accent"
                >
                  {ORDERS[order]}
                </TextLink>
              ))}
            </nav>
          )}
        </div>
      </header>
      <h2 className="sr-only">Prompts</h2>
      <div className="mt-6 sm:mt-8" aria-busy={isPlaceholderData}>
        {!data && error ? (
          <QueryError message={messages.listFailed} query={found} />
        ) : !data ? (
          <PromptGridSkeleton count={LIBRARY_PAGE_SIZE} columns={4} />
        ) : data.data.length > 0 ? (
          <PromptGrid prompts={data.data} columns={4} atTop />
        ) : data.pagination.total > 0 ? (
          <EmptyState
            seed="fim"
            title="Esta lista não tem tantas páginas."
            action={
              <ButtonLink href={remixesPagePath(id, orderBy, data.pagination.pages)}>
                Ir para a última página
              </ButtonLink>
            }
          />
        ) : (
          <EmptyState
            seed="nenhum remix"
            title="Ninguém publicou uma adaptação deste prompt ainda."
            action={
              allow_remixes ? <ButtonLink href={remixPath(id)}>Adaptar este prompt</ButtonLink> : undefined
            }
          />
        )}
      </div>
      {data && (
        <div className="mt-10">
          <Pagination
            {...data.pagination}
            page={page}
            href={(target) => remixesPagePath(id, orderBy, target)}
            loading={isPlaceholderData}
          />
        </div>
      )}
    </>
  );
}
