/** Brings back what failed to load once the site can be reached again, without the reader having to ask. */
import type { Query, QueryClient } from "@tanstack/react-query";
import { ApiError } from "#platform/client/api.ts";
import { siteAnswers } from "#platform/client/parts.ts";

/** The first look, and the longest time between two, in milliseconds. */
const FIRST_LOOK = 5000;
const LONGEST_PAUSE = 60_000;

/** No answer, or none of the site's own making: what was asked may well be answered later. */
function isOutage({ state: { error } }: Query): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Watches the queries on the screen for as long as the page lives. What fails again is left alone for longer. */
export function recoverFailedQueries(client: QueryClient): void {
  const cache = client.getQueryCache();
  const failed = () => cache.findAll({ type: "active", predicate: isOutage });
  let pause = FIRST_LOOK;
  let timer: number | undefined;

  async function look() {
    window.clearTimeout(timer);
    timer = undefined;
    if (failed().length === 0) {
      pause = FIRST_LOOK;
      return;
    }
    pause = Math.min(2 * pause, LONGEST_PAUSE);
    if (document.visibilityState === "visible" && (await siteAnswers())) {
      await Promise.all(failed().map((query) => query.fetch().catch(() => undefined)));
    }
    schedule();
  }
  function schedule() {
    timer ??= window.setTimeout(() => void look(), pause);
  }
  cache.subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error") schedule();
  });
  window.addEventListener("online", () => void look());
}
