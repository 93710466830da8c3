/** Fetches the page that a link leads to, module and data, as soon as somebody is about to follow it. */
import type { QueryClient } from "@tanstack/react-query";
import { findRoute, loadPage } from "#app/routes.ts";
import { fetchApi } from "#platform/client/api.ts";

/** How long a pointer rests on a link before that means something, in milliseconds. */
const HOVER_MS = 65;

/** Whether the reader has asked their browser to save data. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
}

/** The address of the link around what was pointed at, if it leads to another of the site's pages in this tab. */
function addressOf(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
  if (!link || link.target || link.origin !== location.origin) return undefined;
  const { pathname, search } = location;
  return link.pathname === pathname && link.search === search ? undefined : new URL(link.href);
}

/** What fails here is asked for again, and told, when the link is followed. */
async function prefetch({ pathname: path, searchParams: search }: URL, client: QueryClient): Promise<void> {
  const { route, params } = findRoute(path);
  const page = await loadPage(route);
  if (!page.personal) await page.load?.({ path, params, search }, client, fetchApi);
}

/** From now on a finger on a link, focus, or a pointer that rests there fetches what is behind it. */
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
