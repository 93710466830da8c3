/** Counts who saw a prompt: once per visitor, prompt and half hour, not robots, not the author (design decision "Views"). */
import { sql } from "kysely";
import type { Viewer } from "#accounts/server/authenticate.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/errors.ts";
import { messages } from "#prompts/messages.ts";

/** How long counted views wait to be written together, in milliseconds. */
const FLUSH_MS = 2000;

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

  async function flush() {
    if (waiting.size === 0) return;
    const counted = waiting;
    waiting = new Map();
    try {
      await sql`
        update prompt_stats set views = views + counted.n
        from unnest(${[...counted.keys()]}::bigint[], ${[...counted.values()]}::int[]) as counted (id, n)
        where prompt_id = counted.id
      `.execute(ctx.db);
    } catch (error) {
      // The database is away: keep them for the next time.
      for (const [id, n] of counted) waiting.set(id, (waiting.get(id) ?? 0) + n);
      ctx.log.warn({ err: error }, "views wait for the database");
    }
  }
  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();

  return {
    async record(promptId, visitor, viewer) {
      const day = new Date().toISOString().slice(0, 10);
      const hash = ctx.secrets.mac("views", `${day} ${visitor.address} ${visitor.agent}`).subarray(0, 16);
      const counts = visitor.agent !== "" && !ROBOTS.test(visitor.agent);
      const { rows } = await sql<{ known: boolean; is_new: boolean }>`
        with prompt as (select id, user_id from prompts where id = ${promptId}),
        visit as (
          insert into recent_views (prompt_id, visitor)
          select id, ${hash} from prompt where ${counts} and user_id is distinct from ${viewer?.id ?? null}::uuid
          on conflict (prompt_id, visitor) do update set viewed_at = now()
            where recent_views.viewed_at < now() - interval '30 minutes'
          returning 1
        )
        select exists (select from prompt) as known, exists (select from visit) as is_new
      `.execute(ctx.db);
      if (!rows[0]?.known) throw new AppError(404, "prompt_not_found", messages.notFound);
      if (rows[0].is_new) waiting.set(promptId, (waiting.get(promptId) ?? 0) + 1);
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Forgets visits that no longer matter. */
export async function forgetOldViews(ctx: Pick<Context, "db">): Promise<void> {
  await sql`delete from recent_views where viewed_at < now() - interval '30 minutes'`.execute(ctx.db);
}
