/** A list of the admin's in all its states: loading, failed, empty, shown; beyond the last page it links back. */
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import { ADMIN_PAGE_SIZE } from "#admin/contract.ts";
import { cx } from "#ui/cx.ts";
import { QueryError } from "#ui/error-state.tsx";
import { pageOptions } from "./admin.queries.ts";
import { type AdminAddress, adminPath, useAdminAddress } from "./admin-address.ts";
import { AdminFrame } from "./admin-frame.tsx";
import { PageSteps } from "./page-steps.tsx";
import { SearchForm } from "./search-form.tsx";

interface ListProps<List> {
  /** Path of the screen. */
  path: string;
  /** Path of the API call. */
  api: string;
  /** Message when loading fails. */
  failed: string;
  /** Further parameters, of both paths. */
  filter?: Record<string, string>;
  skeleton: ReactNode;
  empty: (search: string) => ReactNode;
  /** The count in words. */
  counted: (list: List) => string;
  /** Milliseconds after which a list is fetched again; false for one that does not change by itself. */
  again?: (list: List) => number | false;
  children: (list: List) => ReactNode;
}

interface Props<List> extends ListProps<List> {
  title: string;
  intro?: ReactNode;
  /** Placeholder of the search field; without it the list has no search. */
  searchFor?: string;
  /** For moderators too. */
  forModerators?: boolean;
  /** Between heading and list. */
  above?: ReactNode;
  below?: ReactNode;
}

export function ListPage<List extends { totalCount: number }>({
  title,
  intro,
  searchFor,
  forModerators = false,
  above,
  below,
  ...list
}: Props<List>) {
  const { page, search } = useAdminAddress();
  return (
    <AdminFrame title={title} skeleton={list.skeleton} forModerators={forModerators}>
      {intro && <p className="mt-2 max-w-2xl text-muted">{intro}</p>}
      {searchFor && <SearchForm path={list.path} search={search} placeholder={searchFor} />}
      {above}
      <Listed address={{ page, search: searchFor ? search : "" }} {...list} />
      {below}
    </AdminFrame>
  );
}

function Listed<List extends { totalCount: number }>({
  address,
  path,
  api,
  failed,
  filter,
  skeleton,
  empty,
  counted,
  again,
  children,
}: ListProps<List> & { address: AdminAddress }) {
  const query = useQuery({
    ...pageOptions<List>(api, address, filter),
    refetchInterval: ({ state }) => (state.data && again?.(state.data)) ?? false,
  });
  const { data, error, isPlaceholderData } = query;
  const [, navigate] = useLocation();
  const { page, search } = address;
  const href = (target: number) => adminPath(path, { search, page: target }, filter);
  const pages = Math.max(1, Math.ceil((data?.totalCount ?? 0) / ADMIN_PAGE_SIZE));
  // This happens when the last entry of the last page was removed.
  const lastPage = data && !isPlaceholderData && page > pages ? href(pages) : null;
  useEffect(() => {
    if (lastPage) navigate(lastPage, { replace: true });
  }, [lastPage, navigate]);

  if (error) return <QueryError message={failed} query={query} />;
  if (!data || lastPage) return skeleton;
  return (
    <>
      <p role="status" className="mt-6 mb-4 min-h-6 text-sm text-muted">
        {!isPlaceholderData && counted(data)}
      </p>
      {data.totalCount === 0 ? (
        empty(search)
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

interface ListSkeletonProps {
  /** Read by screen readers. */
  label: string;
  count: number;
  /** Layout of the entries. */
  className: string;
  /** The placeholder of an entry. */
  children: ReactNode;
}

export function ListSkeleton({ label, count, className, children }: ListSkeletonProps) {
  return (
    <div role="status" className={cx("mt-12", className)}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <Fragment key={index}>{children}</Fragment>
      ))}
    </div>
  );
}
