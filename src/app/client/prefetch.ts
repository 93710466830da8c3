/** Prefetches a link's page, module and data, when the user is about to follow it. */
import type { QueryClient } from "@tanstack/react-query";
import { findRoute, loadPage } from "#app/routes.ts";
import { fetchApi } from "#platform/client/api.ts";

/** Hover time in milliseconds that signals intent. */
const HOVER_MS = 65;

/** Whether the browser's data saver is on. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
}

/** URL of the enclosing link, if it leads to another page of the site in this tab. */
function addressOf(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
  if (!link || link.target || link.origin !== location.origin) return undefined;
  const { pathname, search } = location;
  return link.pathname === pathname && link.search === search ? undefined : new URL(link.href);
}

/** Failures are ignored: following the link fetches again and reports errors. */
async function prefetch({ pathname: path, searchParams: search }: URL, client: QueryClient): Promise<void> {
  const { route, params } = findRoute(path);
  const page = await loadPage(route);
  if (!page.personal) await page.load?.({ path, params, search }, client, fetchApi);
}

/** Starts prefetching on touch, focus and hover. */
export function prefetchOnIntent(client: QueryClient): void {
  let timer: number | undefined;
  const soon = ({ target }: Event, delay: number) => {
    window.clearTimeout(timer);
    const address = addressOf(target);
    if (!address || savesData()) return;
    timer = window.setTimeout(() => void prefetch(address, client).catch(() => undefined), delay);
  };
  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && soon(event, HOVER_MS));
  document.addEventListener("focusin", (event) => soon(event, HOVER_MS));
  document.addEventListener("touchstart", (event) => soon(event, 0), { passive: true });
}
