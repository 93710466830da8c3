/** Counts a view of a prompt once it is really visible. */
import { useEffect } from "react";
import { useSession } from "#accounts/client/session.ts";
import { countView } from "#prompts/client/prompts.queries.ts";

/**
 * One view per opening of the page; a background tab counts when it becomes visible. Waits for the
 * session, as authors' own views do not count.
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
