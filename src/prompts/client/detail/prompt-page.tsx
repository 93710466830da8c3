/** A prompt's page in all its states: loading, failed, not there, shown. */
import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link } from "wouter";
import { promptOptions } from "#prompts/client/prompts.queries.ts";
import { messages } from "#prompts/messages.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tile } from "#ui/tile.tsx";
import { PromptDetail } from "./prompt-detail.tsx";

/** @param id as the address has it */
export function PromptPage({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(promptOptions(id));
  return (
    <div className="measure">
      <nav aria-label="Voltar" className="py-4 sm:py-6">
        <Link
          href="/prompts"
          className="inline-flex min-h-10 items-center gap-2 rounded-tile text-sm font-semibold text-muted transition-colors hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4.5" /> Voltar para a lista
        </Link>
      </nav>
      {data ? (
        <PromptDetail prompt={data} />
      ) : data === null ? (
        <Missing />
      ) : (
        <>
          <h1 className="sr-only">Prompt</h1>
          {error ? (
            <ErrorState
              message={messages.detailFailed}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <DetailSkeleton />
          )}
        </>
      )}
    </div>
  );
}

function Missing() {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center py-10 text-center">
      <Tile
        seed="sem prompt"
        columns={8}
        rows={4}
        className="w-full max-w-sm rounded-tile rounded-tr-corner-lg"
      />
      <h1 className="mt-10 text-3xl">{messages.notFound}</h1>
      <p className="mt-4 text-lg text-muted">O endereço pode ter mudado, ou o prompt foi removido.</p>
      <ButtonLink href="/prompts" className="mt-8">
        Explorar Prompts
      </ButtonLink>
    </div>
  );
}

function DetailSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6 lg:grid lg:grid-cols-12 lg:gap-10">
      <span className="sr-only">Carregando prompt…</span>
      <Skeleton className="aspect-4/3 sm:rounded-tr-corner-xl lg:col-span-7" />
      <div className="lg:col-span-5">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="mt-4 h-10 w-11/12" />
        <Skeleton className="mt-4 h-5 w-2/3" />
        <Skeleton className="mt-6 h-72 rounded-tr-corner" />
      </div>
    </div>
  );
}
