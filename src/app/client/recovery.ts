/** Refetches failed queries automatically once the site is reachable again. */
import type { Query, QueryClient } from "@tanstack/react-query";
import { ApiError } from "#platform/client/api.ts";
import { siteAnswers } from "#platform/client/parts.ts";

/** First delay and longest delay between checks, in milliseconds. */
const FIRST_LOOK = 5000;
const LONGEST_PAUSE = 60_000;

/** No response, or not one of the site: a later try may succeed. */
function isOutage({ state: { error } }: Query): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Watches mounted queries for the page's lifetime, with exponential backoff. */
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
