/** What a searched list shows below its search: how many there are, one page of them, and the way to the others. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PromptList } from "#prompts/contract.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { QueryError } from "#ui/error-state.tsx";
import { Pagination } from "#ui/pagination.tsx";

interface Props<List> {
  found: UseQueryResult<List>;
  /** Told where the list does not come. */
  failed: string;
  /** How many there are, such as `36 tags`. */
  counted: (list: List) => string;
  /** The page that is asked for, from 1. */
  page: number;
  /** URL of a page. */
  href: (page: number) => string;
  skeleton: ReactNode;
  /** Shown where nothing is found. */
  nothing: ReactNode;
  children: (list: List) => ReactNode;
}

export function ListResults<List extends { data: readonly unknown[]; pagination: PromptList["pagination"] }>({
  found,
  failed,
  counted,
  page,
  href,
  skeleton,
  nothing,
  children,
}: Props<List>) {
  const { data: list, error, isPlaceholderData: loading } = found;
  if (!list && error) return <QueryError message={failed} query={found} />;
  return (
    <>
      <p role="status" className="my-4 min-h-6 text-sm text-muted">
        {list && !loading && list.pagination.total > 0 && counted(list)}
      </p>
      <h2 className="sr-only">Resultados</h2>
      {list ? (
        <div
          aria-busy={loading}
          inert={loading}
          className={cx("transition-opacity duration-200", loading && "opacity-50")}
        >
          {list.pagination.total === 0 ? (
            nothing
          ) : list.data.length === 0 ? (
            <EmptyState
              seed="fim"
              title="Esta lista não tem tantas páginas."
              action={<ButtonLink href={href(list.pagination.pages)}>Ir para a última página</ButtonLink>}
            />
          ) : (
            <>
              {children(list)}
              <div className="mt-10">
                <Pagination {...list.pagination} page={page} href={href} loading={loading} />
              </div>
            </>
          )}
        </div>
      ) : (
        skeleton
      )}
    </>
  );
}
