/** Renders a page on the server, without a session. Built by Vite; page-bundle.ts loads it. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { dehydrate } from "@tanstack/react-query";
import pLimit from "p-limit";
import { renderToString } from "react-dom/server";
import { createQueryClient } from "#app/client/query-client.ts";
import { mendPath, mendQuery } from "#app/mended-path.ts";
import type { Page, PageLocation, SiteSettings } from "#app/page.ts";
import { findRedirect, findRoute, loadPage, notFoundRoute, type Route } from "#app/routes.ts";
import { SiteRoot, type SiteState } from "#app/site-root.tsx";
import { ApiError, type Fetcher } from "#platform/client/api.ts";
import { type PageAssets, writeDocument } from "./document.ts";

export { findRedirect, mendPath, mendQuery };

/** Whether a path has a page, or leads to one. */
export const isPage = (path: string): boolean =>
  findRoute(path).route !== notFoundRoute || findRedirect(path, "") !== undefined;

/** Result of matching a URL, before rendering. */
interface PagePlan {
  /** URLs with the same key show the same page. */
  key: string;
  route: Route;
  page: Page;
  /** With the query parameters that the page reads. */
  location: PageLocation;
}

interface RenderTools {
  site: SiteSettings;
  /** Calls the API within the process. */
  callApi: (path: string) => Promise<{ status: number; body: unknown }>;
  /** URLs of the built files of a page's module. */
  assetsOf: (file: string) => PageAssets;
}

/** A page with the milliseconds that writing it took. One whose data is missing has only a status, such as 429 or 503. */
type RenderedPage =
  | { status: number; html: string; ms: number }
  | { failed: "away" | "broken" | "busy" | "refused" };

/** The parameters that the page reads, in its order; others do not affect the key. */
function readParameters(names: readonly string[], search: URLSearchParams): URLSearchParams {
  const read = new URLSearchParams();
  for (const name of names) {
    const value = search.get(name);
    if (value) read.set(name, value);
  }
  return read;
}

/** Plans the page of a URL, the not-found page for unknown ones. @param path without query */
export async function planPage(path: string, search: URLSearchParams): Promise<PagePlan> {
  const { route, params } = findRoute(path);
  const page = await loadPage(route);
  const read = readParameters(page.query ?? [], search);
  // The requested path is part of the key: the printed page shows it.
  return { key: `page ${path} ${read}`, route, page, location: { path, params, search: read } };
}

/** The pages' fetch function. Created here, because this bundle has its own ApiError class. */
function fetcherOver(callApi: RenderTools["callApi"]): Fetcher {
  return async <T,>(path: string): Promise<T> => {
    const { status, body } = await callApi(path);
    if (status >= 400) throw new ApiError(status, body as { message?: string });
    return body as T;
  };
}

/**
 * Waits for a turn of the event loop in which no other page is rendered. Rendering blocks the loop, and a turn accepts only
 * one new connection: with many pages ready at once, new connections would wait for all of them.
 */
const inATurnOfItsOwn = pLimit(1);

/** Resolution of a page's time, in milliseconds: within a minute its bytes stay the same, so that it revalidates. */
const MINUTE = 60_000;

export async function renderPage(
  { route, page, location }: PagePlan,
  { site, callApi, assetsOf }: RenderTools,
): Promise<RenderedPage> {
  const client = createQueryClient();
  await page.load?.(location, client, fetcherOver(callApi));

  const failures = client
    .getQueryCache()
    .getAll()
    .flatMap(({ state: { error } }) => (error instanceof ApiError ? error : []));
  const fails = (test: (error: ApiError) => boolean) => failures.some(test);
  if (fails(({ status }) => status === 429)) return { failed: "refused" };
  // The cache then sends a page of a moment ago instead.
  if (fails(({ code }) => code === "over_capacity")) return { failed: "busy" };
  if (fails(({ status }) => status === 503)) return { failed: "away" };
  if (fails(({ status }) => status >= 500)) return { failed: "broken" };
  const head = {
    canonical: route.pattern,
    noindex: page.personal ?? false,
    ...page.head(location, client, site),
  };
  const now = Math.floor(Date.now() / MINUTE) * MINUTE;
  const queries = dehydrate(client);
  for (const query of queries.queries) {
    query.dehydratedAt = now;
    query.state.dataUpdatedAt = now;
  }
  const start = { path: location.path, search: location.search.toString() };
  const state: SiteState = { site, start, now, queries };
  await inATurnOfItsOwn(nextTurn);
  const started = performance.now();
  const markup = renderToString(<SiteRoot client={client} state={state} />);
  client.clear();
  const html = writeDocument(head, site, assetsOf(route.file), markup, state);
  return { status: head.status ?? 200, html, ms: performance.now() - started };
}
