/** Shared by the pages of versions: the way back, and the states in which there is nothing to show. */
import type { UseQueryResult } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { MissingPrompt } from "#prompts/client/detail/missing-prompt.tsx";
import { versionMessages } from "#prompts/version-messages.ts";
import { QueryError } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

interface Props<Data> {
  /** Target and name of the link back. */
  back: { href: string; label: string };
  /** Query of the page's content. */
  query: Pick<UseQueryResult<Data | null | "removed">, "data" | "error" | "refetch" | "isFetching">;
  /** Heading while there is nothing else. */
  heading: string;
  /** What is shown where there is no such thing; a missing prompt by default. */
  missing?: ReactNode;
  children: (data: Data) => ReactNode;
}

export function VersionFrame<Data>({ back, query, heading, missing, children }: Props<Data>) {
  const { data, error } = query;
  return (
    <div className="measure">
      <nav aria-label="Voltar" className="flex min-h-18 items-center py-3 sm:min-h-22 print:hidden">
        <Link
          href={back.href}
          className="inline-flex min-h-11 items-center gap-2 rounded-tile text-sm font-semibold text-muted transition-colors hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4.5 shrink-0" /> {back.label}
        </Link>
      </nav>
      {data === null || data === "removed" ? (
        (data === null && missing) || <MissingPrompt level="h1" removed={data === "removed"} />
      ) : data ? (
        children(data)
      ) : (
        <>
          <h1 className="sr-only">{heading}</h1>
          {error ? (
            <QueryError message={versionMessages.versionsFailed} query={query} />
          ) : (
            <div role="status">
              <span className="sr-only">Carregando…</span>
              <Skeleton className="h-10 w-2/3" />
              <Skeleton className="mt-6 h-72 rounded-tr-corner" />
            </div>
          )}
        </>
      )}
    </div>
  );
}
