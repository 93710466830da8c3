/** The root component of server and browser: providers, frame, and the current page. */

import {
  type DehydratedState,
  HydrationBoundary,
  type QueryClient,
  QueryClientProvider,
  useQueryClient,
} from "@tanstack/react-query";
import { createContext, use, useContext, useDeferredValue, useEffect, useState } from "react";
import { Router, useLocation, useSearch } from "wouter";
import { usePageTurn } from "#accounts/client/left-behind.ts";
import { ErrorBoundary } from "#ui/error-boundary.tsx";
import { useAddressSearch } from "#ui/use-address-search.ts";
import { SiteFrame } from "./client/layout/site-frame.tsx";
import { SitePart } from "./client/layout/site-part.tsx";
import { PageFailure } from "./client/page-failure.tsx";
import { useArrival } from "./client/use-arrival.ts";
import type { Page, SiteSettings } from "./page.ts";
import { fullTitle } from "./page.ts";
import { findRedirect, findRoute, loadedPage, loadPage } from "./routes.ts";
import { SiteContext, useSite } from "./site.tsx";

/** State that the server passes to the browser. */
export interface SiteState {
  site: SiteSettings;
  /** The rendered URL: hydration must show it, even if the user has navigated meanwhile. */
  start: { path: string; search: string };
  /** Time of rendering in milliseconds since 1970, so that relative dates hydrate. */
  now: number;
  queries: DehydratedState;
}

export function SiteRoot({ client, state }: { client: QueryClient; state: SiteState }) {
  return (
    <Router ssrPath={state.start.path} ssrSearch={state.start.search}>
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

/** The page's area. A page that fails leaves header and footer usable; navigating resets it. */
function PageRegion() {
  const [path, navigate] = useLocation();
  useRedirect(path, navigate);
  return (
    <SitePart name="page">
      <ErrorBoundary resetKey={path} fallback={(error) => <PageFailure error={error} />}>
        <CurrentPage />
      </ErrorBoundary>
    </SitePart>
  );
}

/** The page of the URL. The current one stays while the next page's module loads. */
function CurrentPage() {
  const [path] = useLocation();
  const shown = useDeferredValue(path);
  const { route, params } = findRoute(shown);
  const page = loadedPage(route) ?? use(loadPage(route));
  // What was typed into a page goes with who typed it.
  const turn = usePageTurn();
  useTitle(page, shown, params, turn);
  useArrival(shown);
  const search = useSearchOf(shown === path);
  return (
    <>
      {shown !== path && <PageUnderWay />}
      <Router searchHook={useShownSearch}>
        <ShownSearch value={search}>
          <page.Component key={`${turn} ${shown}`} params={params} />
        </ShownSearch>
      </Router>
    </>
  );
}

/**
 * The query that belongs to the shown page. While the next page's module loads, the URL has that one's already: the
 * library, for one, would take it for a search that was cleared, and lead back to it.
 */
const ShownSearch = createContext("");

const useShownSearch = () => useContext(ShownSearch);

/** @param current whether the URL is the shown page's @returns the query of the URL when it last was */
function useSearchOf(current: boolean): string {
  const search = useAddressSearch();
  const [kept, keep] = useState(search);
  if (current && kept !== search) keep(search);
  return current ? search : kept;
}

/** A progress line at the top while the next page loads slowly. */
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

/** Applies redirects in the browser too, before anything is rendered. */
function useRedirect(path: string, navigate: (to: string, options: { replace: boolean }) => void) {
  useEffect(() => {
    const target = findRedirect(path, location.search);
    if (target) navigate(target, { replace: true });
  }, [path, navigate]);
}

/** Updates the document's title on navigation, when data arrives, and when the page begins anew. */
function useTitle(page: Page, path: string, params: Record<string, string>, turn: number) {
  const client = useQueryClient();
  const site = useSite();
  const search = useSearch();
  const named = JSON.stringify(params);
  useEffect(() => {
    void turn;
    const write = () => {
      const location = { path, params: JSON.parse(named), search: new URLSearchParams(search) };
      document.title = fullTitle(page.head(location, client, site).title);
    };
    write();
    return client.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "success") write();
    });
  }, [client, page, path, named, search, site, turn]);
}
