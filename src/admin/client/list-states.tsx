/** The states of an admin's list: loading, failed, empty, shown; beyond the last page it links back. */
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import { ADMIN_PAGE_SIZE } from "#admin/contract.ts";
import { cx } from "#ui/cx.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { type AdminAddress, adminPath } from "./admin-address.ts";
import { PageSteps } from "./page-steps.tsx";

interface Props<List> {
  /** Path of the screen. */
  path: string;
  address: AdminAddress;
  query: UseQueryResult<List>;
  /** Message when loading fails. */
  failed: string;
  skeleton: ReactNode;
  empty: ReactNode;
  /** The count in words. */
  counted: (list: List) => string;
  children: (list: List) => ReactNode;
}

export function ListStates<List extends { totalCount: number }>({
  path,
  address,
  query: { data, error, isPlaceholderData, isFetching, refetch },
  failed,
  skeleton,
  empty,
  counted,
  children,
}: Props<List>) {
  const [, navigate] = useLocation();
  const { page } = address;
  const href = (target: number) => adminPath(path, { ...address, page: target });
  const pages = Math.max(1, Math.ceil((data?.totalCount ?? 0) / ADMIN_PAGE_SIZE));
  // This happens when the last entry of the last page was removed.
  const lastPage = data && !isPlaceholderData && page > pages ? href(pages) : null;
  useEffect(() => {
    if (lastPage) navigate(lastPage, { replace: true });
  }, [lastPage, navigate]);

  if (error) return <ErrorState message={failed} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data || lastPage) return skeleton;
  return (
    <>
      <p role="status" className="mt-6 mb-4 min-h-6 text-sm text-muted">
        {!isPlaceholderData && counted(data)}
      </p>
      {data.totalCount === 0 ? (
        empty
      ) : (
        <>
          <div
            aria-busy={isPlaceholderData}
            className={cx("transition-opacity duration-200", isPlaceholderData && "opacity-50")}
          >
            {children(data)}
          </div>
          <PageSteps page={page} pages={pages} href={href} loading={isPlaceholderData} />
        </>
      )}
    </>
  );
}
