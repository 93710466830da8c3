/**
 * The site's own code in this process, over the same database: tells which statements a call runs, signs members in, and
 * takes back what the benchmark wrote. The statements are the real ones, so nothing here repeats the site's SQL.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { InjectOptions } from "fastify";
import pg from "pg";
import { openSession } from "#accounts/server/sessions/sessions.service.ts";
import { createShutdown, openContext } from "#app/server/open-context.ts";
import { createServer } from "#app/server/server.ts";
import type { Config } from "#platform/config/config.ts";
import { inTransaction } from "#platform/database/db.ts";
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
  /** For `Authorization`. */
  authorization: string;
}

export type Recorder = Awaited<ReturnType<typeof openRecorder>>;

/** Ends the addresses of the benchmark's users. */
const DOMAIN = "@bench.example";

/** The statements of the call that is being recorded, whatever else uses the driver meanwhile. */
const recording = new AsyncLocalStorage<Statement[]>();

/** From now on the driver adds each statement of a recorded call to it. */
function listen(): void {
  const { prototype } = pg.Client;
  const { query } = prototype;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    const { name, text, values }: { name?: string; text: string; values?: unknown[] } =
      typeof first === "string" ? { text: first, values: second as unknown[] } : (first as Statement);
    recording.getStore()?.push({ name, text, values: Array.isArray(values) ? [...values] : [] });
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof query;
}
listen();

/** @param config of the site itself; without its DATABASE_URL the embedded database is started */
export async function openRecorder(config: Config) {
  const log = createLogger("error");
  const shutdown = createShutdown(log);
  const ctx = await openContext(config, log, shutdown).catch(async (error) => {
    await shutdown.run();
    throw error;
  });
  const app = await createServer(ctx, "none");
  shutdown.push(() => app.close());
  await app.ready();
  const members: Member[] = [];

  /** Tells what a piece of work asked the database. */
  async function recordWork<Result>(work: () => Promise<Result>) {
    const statements: Statement[] = [];
    const result = await recording.run(statements, work);
    return { result, statements };
  }

  /** Makes a call here and records its statements. @throws unless it is answered with success */
  async function record(call: InjectOptions) {
    // Fastify starts a call when its result is awaited.
    const { result, statements } = await recordWork(async () => await app.inject(call));
    const { statusCode, body } = result;
    if (statusCode >= 400) throw new Error(`${JSON.stringify(call.url)} answered ${statusCode}: ${body}`);
    return { body, statements };
  }

  return {
    ctx,
    app,
    record,
    recordWork,
    /** The same when nothing is cached, but the values that are kept for a minute. */
    async recordCold(call: InjectOptions) {
      await record(call);
      ctx.responseCache.clear();
      return record(call);
    },
    /** Users of the benchmark's own, each with a session. They have no reactions. */
    async members(count: number) {
      await ctx.pool.query(
        `insert into users (email, username)
        select 'bench-' || n || $1, 'bench ' || n from generate_series($2::int, $3) n`,
        [DOMAIN, members.length + 1, count],
      );
      const { rows } = await ctx.pool.query<{ id: string }>(
        "select id from users where email like '%' || $1 and id <> all($2)",
        [DOMAIN, members.map(({ id }) => id)],
      );
      const device = { ip: "127.0.0.1", userAgent: BROWSER["user-agent"] };
      for (const { id } of rows) {
        const session = await inTransaction(ctx.db, (trx) => openSession(ctx, trx, id, "password", device));
        members.push({ id, authorization: `Bearer ${session.access_token}` });
      }
      return members.slice(0, count);
    },
    /** Removes the benchmark's users with all that they made, other users' sessions that it opened, and counts of limits. */
    async undo() {
      const { rows: published } = await ctx.pool.query<{ id: number }>(
        "select p.id from prompts p join users u on u.id = p.user_id where u.email like '%' || $1",
        [DOMAIN],
      );
      for (const { id } of published) await inTransaction(ctx.db, (trx) => removePrompt(trx, ctx.jobs, id));
      await ctx.pool.query("delete from users where email like '%' || $1", [DOMAIN]);
      await ctx.pool.query("delete from sessions where user_agent = $1", [BROWSER["user-agent"]]);
      await ctx.pool.query("delete from rate_limits");
      members.length = 0;
      ctx.responseCache.clear();
    },
    close: shutdown.run,
  };
}
