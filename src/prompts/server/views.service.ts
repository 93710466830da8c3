/** Counts views: once per visitor, prompt and half hour, excluding robots and the author. */
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import { promptNotFound } from "./prompt-id.ts";
import { addViews, deleteOldVisits, insertVisit } from "./views.queries.ts";

/** Milliseconds that views wait to be written in a batch. */
const FLUSH_MS = 2000;

/** Prompts per statement. */
const MAX_PROMPTS_PER_STATEMENT = 200;

const ROBOTS = /bot|crawl|spider|slurp|preview|fetch|headless|lighthouse|monitor|curl|wget|python|java\//i;

interface Views {
  /**
   * Counts a view of a prompt.
   * @param visitor address and user agent; kept for half an hour as a keyed hash whose key changes every day
   * @throws AppError 404 when there is no such prompt
   */
  record(promptId: number, visitor: { address: string; agent: string }, viewer: Viewer | null): Promise<void>;
  /** Writes pending views. */
  close(): Promise<void>;
}

/** The counter of one process; pending views are written every two seconds. */
export function openViews(ctx: Pick<Context, "db" | "secrets" | "log">): Views {
  let waiting = new Map<number, number>();

  /** In batches, to lock counts only briefly, and in a fixed order, to avoid deadlocks between processes. */
  async function flush() {
    const counted = [...waiting].sort(([one], [other]) => one - other);
    waiting = new Map();
    while (counted.length > 0) {
      const together = counted.splice(0, MAX_PROMPTS_PER_STATEMENT);
      try {
        await addViews(ctx.db, together);
      } catch (error) {
        // The database is unavailable: keep them for the next attempt.
        for (const [id, n] of together.concat(counted)) waiting.set(id, (waiting.get(id) ?? 0) + n);
        return ctx.log.warn({ err: error }, "views wait for the database");
      }
    }
  }
  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();

  return {
    async record(promptId, visitor, viewer) {
      const day = new Date().toISOString().slice(0, 10);
      const hash = ctx.secrets.mac("views", `${day} ${visitor.address} ${visitor.agent}`).subarray(0, 16);
      const counts = visitor.agent !== "" && !ROBOTS.test(visitor.agent);
      const isNew = await insertVisit(ctx.db, promptId, { hash, counts, userId: viewer?.id ?? null });
      if (isNew === undefined) throw promptNotFound();
      if (isNew) waiting.set(promptId, (waiting.get(promptId) ?? 0) + 1);
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Deletes expired visits. */
export async function forgetOldViews(ctx: Pick<Context, "db">): Promise<void> {
  await deleteOldVisits(ctx.db);
}
