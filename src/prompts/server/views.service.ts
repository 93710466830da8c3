/** Counts who saw a prompt: once per visitor, prompt and half hour, not robots, not the author (design decision "Views"). */
import { type Kysely, sql } from "kysely";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { messages } from "#prompts/messages.ts";

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

/** @param counted ids of prompts, each once, and how many saw them */
async function addViews(db: Kysely<DB>, counted: [id: number, n: number][]): Promise<void> {
  const ids = counted.map(([id]) => id);
  await sql`
    with held as (
      select prompt_id from prompt_stats where prompt_id = any(${ids}::bigint[]) order by prompt_id for no key update
    )
    update prompt_stats set views = views + counted.n
    from held join unnest(${ids}::bigint[], ${counted.map(([, n]) => n)}::int[]) as counted (id, n) on id = held.prompt_id
    where prompt_stats.prompt_id = held.prompt_id
  `.execute(db);
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
