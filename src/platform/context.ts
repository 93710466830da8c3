/** The connections and services of the process, opened once in app/server/main.ts and passed to every room's server. */
import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import type { Config } from "./config/config.ts";
import type { Database } from "./database/db.ts";
import type { DB } from "./database/schema.ts";
import type { RateLimits } from "./http/rate-limits.ts";
import type { ResponseCache } from "./http/response-cache.ts";
import type { Jobs } from "./jobs.ts";
import type { Secrets } from "./secrets.ts";
import type { Storage } from "./storage.ts";

export interface Context extends OwnContext {
  /** The same for single reads of what everybody may see: its `db` reads from replicas, where there are any. */
  publicReads: PublicContext;
}

/** What a public read is given: the context, or its `publicReads`. */
export type PublicContext = Omit<OwnContext, "db"> & { db: Kysely<DB> };

interface OwnContext
  extends Pick<Database, "db" | "slowDb" | "pool" | "direct" | "batchedReads" | "replicas"> {
  config: Config;
  log: FastifyBaseLogger;
  /** Stores pictures. */
  storage: Storage;
  /** Jobs that survive a crash, enqueued in the transaction of their cause. */
  jobs: Jobs;
  /** Keys derived from SECRET_KEY. */
  secrets: Secrets;
  rateLimits: RateLimits;
  /** Caches responses that are the same for all users. */
  responseCache: ResponseCache;
}
