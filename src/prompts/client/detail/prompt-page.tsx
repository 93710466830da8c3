/** A prompt's page in all its states: loading, failed, not found, shown. */
import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { Suspense } from "react";
import { Link } from "wouter";
import { useJustPublished } from "#prompts/client/just-published.ts";
import { useWayBack } from "#prompts/client/list-origin.ts";
import { promptOptions } from "#prompts/client/prompts.queries.ts";
import { messages } from "#prompts/messages.ts";
import { QueryError } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { MissingPrompt } from "./missing-prompt.tsx";
import { PromptDetail, type SaveComponent } from "./prompt-detail.tsx";
import { RelatedPrompts, Remixes } from "./related-prompts.tsx";

// Readers, who are most visitors, never need what only the author sees.
const InReviewPrompt = lazyPart(
  async () => (await import("#prompts/client/own/in-review-prompt.tsx")).InReviewPrompt,
);
const PublishedNotice = lazyPart(async () => (await import("./published-notice.tsx")).PublishedNotice);

/**
 * @param id from the URL
 * @param Save saves the prompt in a collection; of a later room
 */
export function PromptPage({ id, Save }: { id: string; Save: SaveComponent }) {
  const query = useQuery(promptOptions(id));
  const { data: answer, error } = query;
  const data = answer === "removed" ? null : answer;
  const wayBack = useWayBack();
  const justPublished = useJustPublished();
  return (
    <div className="measure">
      <nav aria-label="Voltar" className="sm:py-4 print:hidden">
        <Link
          {...wayBack}
          className="inline-flex min-h-11 items-center gap-2 rounded-tile text-sm font-semibold text-muted transition-colors hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4.5 shrink-0" /> Voltar para a lista
        </Link>
      </nav>
      {data?.in_review ? (
        <Suspense fallback={<DetailSkeleton />}>
          <InReviewPrompt prompt={data} />
        </Suspense>
      ) : data ? (
        <>
          {justPublished && (
            <Suspense>
              <PublishedNotice />
            </Suspense>
          )}
          <PromptDetail key={data.id} prompt={data} Save={Save} />
          {data.has_remixes && <Remixes id={data.id} />}
          <RelatedPrompts prompt={data} />
        </>
      ) : data === null ? (
        <MissingPrompt level="h1" removed={answer === "removed"} />
      ) : (
        <>
          <h1 className="sr-only">Prompt</h1>
          {error ? (
            <QueryError message={messages.detailFailed} detail={messages.detailFailedText} query={query} />
          ) : (
            <DetailSkeleton />
          )}
        </>
      )}
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
