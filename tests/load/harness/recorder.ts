/**
 * The site's own code in this process, over the same database: tells which statements a call runs, signs people in, and
 * takes back what the benchmark wrote. The statements are the real ones, so nothing here repeats the site's SQL.
 */
import type { InjectOptions } from "fastify";
import pg from "pg";
import { openSession } from "#accounts/server/sessions/sessions.service.ts";
import { createShutdown, openContext } from "#app/server/open-context.ts";
import { createServer } from "#app/server/server.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { App } from "#platform/http/server.ts";
import { createLogger } from "#platform/log.ts";
import { removePrompt } from "#prompts/server/removal.service.ts";
import { BROWSER } from "./load.ts";

export interface Statement {
  name?: string | undefined;
  text: string;
  values: unknown[];
}

export interface Member {
  id: string;
  email: string;
  /** For `Authorization`. */
  authorization: string;
}

export interface Recorder {
  ctx: Context;
  app: App;
  /** Answers a call here and tells what it asked the database. @throws unless it is answered with success */
  record(call: InjectOptions): Promise<{ body: string; statements: Statement[] }>;
  /** Confirmed people with an open session each; where there are too few, some come for the time of the benchmark. */
  members(count: number): Promise<Member[]>;
  /** The first of these prompts that a person has no like (or favourite) of, so that one can be taken back. */
  untouched(table: "likes" | "favorites", person: Member, ids: number[], count: number): Promise<number[]>;
  /** Takes back people, reactions, prompts and sessions that came since this was opened, and every counted use of a limit. */
  undo(): Promise<void>;
  close(): Promise<void>;
}

/** The site's pool names its connections so; jobs have others. */
const APPLICATION = "prompteca";

/** Ends the addresses of people that the benchmark brings. */
const EXTRAS = "@bench.example";

let taken: Statement[] | undefined;

/** From now on every statement of the site's pool is seen; they are kept only while a call is recorded. */
function listen(): void {
  const { prototype } = pg.Client;
  const { query } = prototype;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    const { application_name: application } = (
      this as unknown as { connectionParameters: { application_name?: string } }
    ).connectionParameters;
    if (taken && application === APPLICATION) {
      const { name, text, values }: { name?: string; text: string; values?: unknown[] } =
        typeof first === "string" ? { text: first, values: second as unknown[] } : (first as Statement);
      taken.push({ name, text, values: Array.isArray(values) ? [...values] : [] });
    }
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof query;
}
listen();

/** @param config of the site itself; without its DATABASE_URL the embedded database is started */
export async function openRecorder(config: Config): Promise<Recorder> {
  const log = createLogger("error");
  const shutdown = createShutdown(log);
  const ctx = await openContext(config, log, shutdown).catch(async (error) => {
    await shutdown.run();
    throw error;
  });
  const app = await createServer(ctx, "none");
  shutdown.push(() => app.close());
  await app.ready();
  const { rows } = await ctx.pool.query<{ now: Date }>("select now()");
  const opened = rows[0]?.now;
  const members: Member[] = [];

  return {
    ctx,
    app,
    async record(call) {
      taken = [];
      try {
        const { statusCode, body } = await app.inject(call);
        if (statusCode >= 400) throw new Error(`${JSON.stringify(call.url)} answered ${statusCode}: ${body}`);
        return { body, statements: taken };
      } finally {
        taken = undefined;
      }
    },
    async members(count) {
      const wanted = Math.max(0, count - members.length);
      const find = () =>
        ctx.pool.query<{ id: string; email: string }>(
          `select id, email from users where not is_blocked and not is_demo and email <> $1 and id <> all($2)
          order by id limit $3`,
          [ctx.config.adminEmail, members.map(({ id }) => id), wanted],
        );
      let { rows: found } = await find();
      if (found.length < wanted) {
        await ctx.pool.query(
          `insert into users (email, username)
          select 'bench-' || n || $1, 'bench ' || n from generate_series(1, $2::int) n on conflict do nothing`,
          [EXTRAS, count],
        );
        ({ rows: found } = await find());
      }
      const device = { ip: "127.0.0.1", userAgent: BROWSER["user-agent"] };
      for (const { id, email } of found) {
        const session = await inTransaction(ctx.db, (trx) => openSession(ctx, trx, id, "password", device));
        members.push({ id, email, authorization: `Bearer ${session.access_token}` });
      }
      return members.slice(0, count);
    },
    async untouched(table, { id }, ids, count) {
      const { rows: free } = await ctx.pool.query<{ id: number }>(
        `select wanted.id from unnest($2::bigint[]) with ordinality as wanted (id, place)
        where not exists (select from ${table} where user_id = $1 and prompt_id = wanted.id) order by place limit $3`,
        [id, ids, count],
      );
      return free.map((row) => row.id);
    },
    async undo() {
      const whose = [members.map(({ id }) => id), opened];
      const { rows: published } = await ctx.pool.query<{ id: number }>(
        "select id from prompts where user_id = any($1) and created_at >= $2",
        whose,
      );
      for (const { id } of published) await inTransaction(ctx.db, (trx) => removePrompt(trx, ctx.jobs, id));
      await ctx.pool.query("delete from likes where user_id = any($1) and created_at >= $2", whose);
      await ctx.pool.query("delete from favorites where user_id = any($1) and created_at >= $2", whose);
      await ctx.pool.query("delete from sessions where user_agent = $1", [BROWSER["user-agent"]]);
      members.length = 0;
      await ctx.pool.query("delete from users where email like 'bench-%' || $1", [EXTRAS]);
      await ctx.pool.query("delete from rate_limits");
      ctx.responseCache.clear();
    },
    close: shutdown.run,
  };
}
