/** Counts a reader's look at a prompt, once it is really in front of them. */
import { useEffect } from "react";
import { useSession } from "#accounts/client/session.ts";
import { countView } from "#prompts/client/prompts.queries.ts";

/**
 * One view for each time the page is opened, none for a tab in the background until it is looked at. Waits for the
 * session, as an author's own looks do not count (design 4.15).
 */
export function useCountedView(id: number): void {
  const known = useSession().status !== "loading";
  useEffect(() => {
    if (!known) return;
    const count = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", count);
      countView(id);
    };
    document.addEventListener("visibilitychange", count);
    count();
    return () => document.removeEventListener("visibilitychange", count);
  }, [id, known]);
}
