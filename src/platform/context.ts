/** What every room's server side is given: the process's connections and services, opened once in app/server/main.ts. */
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "./config/config.ts";
import type { Database } from "./database/db.ts";
import type { RateLimits } from "./http/rate-limits.ts";
import type { ResponseCache } from "./http/response-cache.ts";
import type { Jobs } from "./jobs.ts";
import type { Secrets } from "./secrets.ts";
import type { Storage } from "./storage.ts";

export interface Context extends Pick<Database, "db" | "slowDb" | "pool" | "direct" | "batchedReads"> {
  config: Config;
  log: FastifyBaseLogger;
  /** Pictures. */
  storage: Storage;
  /** Work that must survive a crash, enqueued in the transaction of its cause. */
  jobs: Jobs;
  /** Keys derived from SECRET_KEY. */
  secrets: Secrets;
  rateLimits: RateLimits;
  /** Public answers, kept for a moment. */
  responseCache: ResponseCache;
}
