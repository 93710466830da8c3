/** The site's root component, the same on server and browser: providers, frame, and the page of the present address. */

import {
  type DehydratedState,
  HydrationBoundary,
  type QueryClient,
  QueryClientProvider,
  useQueryClient,
} from "@tanstack/react-query";
import { Suspense, use, useDeferredValue, useEffect } from "react";
import { Router, useLocation, useSearch } from "wouter";
import { ErrorBoundary } from "#ui/error-boundary.tsx";
import { SiteFrame } from "./client/layout/site-frame.tsx";
import { PageFailure } from "./client/page-failure.tsx";
import { useArrival } from "./client/use-arrival.ts";
import type { Page, SiteSettings } from "./page.ts";
import { fullTitle } from "./page.ts";
import { findRedirect, findRoute, loadedPage, loadPage } from "./routes.ts";
import { SiteContext, useSite } from "./site.tsx";

/** What the server hands to the browser beside the markup. */
export interface SiteState {
  site: SiteSettings;
  /** The server's time when it rendered, in milliseconds: relative dates hydrate with it. */
  now: number;
  queries: DehydratedState;
}

interface Props {
  client: QueryClient;
  state: SiteState;
  /** The address that the server rendered: what hydrates must show it, even if the reader has moved on meanwhile. */
  start: { path: string; search: string };
}

export function SiteRoot({ client, state, start }: Props) {
  return (
    <Router ssrPath={start.path} ssrSearch={start.search}>
      <QueryClientProvider client={client}>
        <HydrationBoundary state={state.queries}>
          <SiteContext value={state.site}>
            <SiteFrame now={state.now}>
              <PageRegion />
            </SiteFrame>
          </SiteContext>
        </HydrationBoundary>
      </QueryClientProvider>
    </Router>
  );
}

/** Where the page stands. One that fails leaves header and footer, and gives way to the next address. */
function PageRegion() {
  const [path, navigate] = useLocation();
  useRedirect(path, navigate);
  return (
    <ErrorBoundary resetKey={path} fallback={(error) => <PageFailure error={error} />}>
      <Suspense>
        <CurrentPage />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The page of the address. While the next page's module loads, the present one stays. */
function CurrentPage() {
  const [path] = useLocation();
  const shown = useDeferredValue(path);
  const { route, params } = findRoute(shown);
  const page = loadedPage(route) ?? use(loadPage(route));
  useTitle(page, shown, params);
  useArrival(shown);
  return (
    <>
      {shown !== path && <PageUnderWay />}
      <page.Component key={shown} params={params} />
    </>
  );
}

/** A line at the top while the next page takes its time. */
function PageUnderWay() {
  return (
    <div
      role="status"
      className="fixed inset-x-0 top-0 z-60 animate-appear [animation-delay:300ms] [animation-fill-mode:backwards]"
    >
      <div className="h-1 animate-breathe bg-accent" />
      <span className="sr-only">Carregando página…</span>
    </div>
  );
}

/** Links to addresses that only lead to others lead there in the browser too, before anything is shown for them. */
function useRedirect(path: string, navigate: (to: string, options: { replace: boolean }) => void) {
  useEffect(() => {
    const target = findRedirect(path, location.search);
    if (target) navigate(target, { replace: true });
  }, [path, navigate]);
}

/** Keeps the tab's title true while the reader moves about and data arrives. */
function useTitle(page: Page, path: string, params: Record<string, string>) {
  const client = useQueryClient();
  const site = useSite();
  const search = useSearch();
  const named = JSON.stringify(params);
  useEffect(() => {
    const write = () => {
      const location = { path, params: JSON.parse(named), search: new URLSearchParams(search) };
      document.title = fullTitle(page.head(location, client, site).title);
    };
    write();
    return client.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "success") write();
    });
  }, [client, page, path, named, search, site]);
}
