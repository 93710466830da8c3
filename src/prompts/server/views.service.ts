/** Counts who saw a prompt: once per visitor, prompt and half hour, not robots, not the author (design decision "Views"). */
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import { promptNotFound } from "./prompt-id.ts";
import { addViews, deleteOldVisits, insertVisit } from "./views.queries.ts";

/** How long counted views wait to be written together, in milliseconds. */
const FLUSH_MS = 2000;

/** Prompts in one statement. */
const MAX_PROMPTS_PER_STATEMENT = 200;

const ROBOTS = /bot|crawl|spider|slurp|preview|fetch|headless|lighthouse|monitor|curl|wget|python|java\//i;

export interface Views {
  /**
   * Notes that somebody saw a prompt.
   * @param visitor address and user agent; kept for half an hour as a keyed hash whose key changes every day
   * @throws AppError 404 when there is no such prompt
   */
  record(promptId: number, visitor: { address: string; agent: string }, viewer: Viewer | null): Promise<void>;
  /** Writes what is still waiting. */
  close(): Promise<void>;
}

/** The counter of one process; its waiting views are written every two seconds. */
export function openViews(ctx: Pick<Context, "db" | "secrets" | "log">): Views {
  let waiting = new Map<number, number>();

  /** Some at a time, so that no count is held for long, and in one order, so that no two processes wait for each other. */
  async function flush() {
    const counted = [...waiting].sort(([one], [other]) => one - other);
    waiting = new Map();
    while (counted.length > 0) {
      const together = counted.splice(0, MAX_PROMPTS_PER_STATEMENT);
      try {
        await addViews(ctx.db, together);
      } catch (error) {
        // The database is away: keep them for the next time.
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

/** Forgets visits that no longer matter. */
export async function forgetOldViews(ctx: Pick<Context, "db">): Promise<void> {
  await deleteOldVisits(ctx.db);
}
