/** The whole server with a database of its own, called in-process by API tests. */
import { rm } from "node:fs/promises";
import type { LightMyRequestResponse } from "fastify";
import { createServer } from "#app/server/server.ts";
import { readConfig } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { openRateLimits } from "#platform/http/rate-limits.ts";
import { openResponseCache } from "#platform/http/response-cache.ts";
import type { App } from "#platform/http/server.ts";
import { openJobs } from "#platform/jobs.ts";
import { createLogger } from "#platform/log.ts";
import { deriveSecrets } from "#platform/secrets.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import { createTestDatabase } from "./database.ts";
import { makeTestFolder } from "./folders.ts";
import { closedAtEnd } from "./left-open.ts";

export interface TestApp {
  app: App;
  ctx: Context;
  /** For DATABASE_URL of another process. */
  databaseUrl: string;
  /**
   * Calls the API with an optional JSON payload.
   * @param who a user or access token; anonymous by default
   */
  call(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    who?: { token: string } | string | null,
    payload?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/**
 * @param env overrides the tests' environment variables: rate limits off, no log, data in a temporary folder
 * @param pages `built` to serve the built pages
 */
export const createTestApp = (
  env: Record<string, string> = {},
  pages: "built" | "none" = "none",
): Promise<TestApp> => closedAtEnd(() => create(env, pages));

async function create(env: Record<string, string>, pages: "built" | "none"): Promise<TestApp> {
  const dataDir = await makeTestFolder();
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMITS: "off", LOG_LEVEL: "silent", ...env });
  const log = createLogger(config.logLevel);
  const database = await createTestDatabase();
  const jobs = await openJobs(database.connection, log);
  // Mails stay in this queue, unless the test sends them with startAccountJobs.
  await database.pool.query(`select pgboss.create_queue('mail', '{"policy": "standard"}')`);
  const context = {
    config,
    log,
    db: database.db,
    slowDb: database.slowDb,
    pool: database.pool,
    direct: database.direct,
    batchedReads: database.batchedReads,
    replicas: database.replicas,
    jobs,
    secrets: deriveSecrets("a secret of the tests, long enough for it"),
    storage: await openStorage(config),
    rateLimits: openRateLimits(database.pool, config.rateLimits),
    responseCache: openResponseCache({ isPurged: config.cachePurge !== undefined }),
  };
  const ctx: Context = { ...context, publicReads: { ...context, db: database.publicDb } };
  const app = await createServer(ctx, pages);
  await app.ready();
  return {
    app,
    ctx,
    databaseUrl: database.url,
    call(method, url, who, payload, headers) {
      const token = typeof who === "object" ? who?.token : who;
      const isSent = payload !== undefined;
      return app.inject({
        method,
        url,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(isSent && { "content-type": "application/json" }),
          ...headers,
        },
        ...(isSent && { payload: JSON.stringify(payload) }),
      });
    },
    async close() {
      await app.close();
      await jobs.stop();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Calls the API as `TestApp.call` does. @returns the answer's JSON, if any @throws when the call is refused */
export async function callOrThrow(
  site: Pick<TestApp, "call">,
  ...[method, url, ...rest]: Parameters<TestApp["call"]>
) {
  const answer = await site.call(method, url, ...rest);
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
  return answer.body ? answer.json() : undefined;
}
