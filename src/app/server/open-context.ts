/** Opens the context of all rooms, in order: secrets, database, migrations, jobs, storage. */

import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import pg, { type Pool, type PoolConfig } from "pg";
import { upgradeCluster } from "#platform/backup/upgrade.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { listenForInvalidations } from "#platform/database/cache-invalidation.ts";
import {
  type ConnectionShares,
  least,
  MIN_CONNECTIONS,
  readConnectionLimits,
  SPARE_CONNECTIONS,
  shareOut,
} from "#platform/database/connections.ts";
import { openDatabase } from "#platform/database/db.ts";
import { migrate } from "#platform/database/migrate.ts";
import { openCachePurges } from "#platform/http/cache-purges.ts";
import { openRateLimits } from "#platform/http/rate-limits.ts";
import { openResponseCache } from "#platform/http/response-cache.ts";
import { EVERYTHING } from "#platform/http/shared-caches.ts";
import { openJobs } from "#platform/jobs.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { runningPostgres, startPostgres } from "#platform/postgres/postgres.ts";
import { deriveSecrets, readOrMakeSecretKey } from "#platform/secrets.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import { renewSearchDocuments } from "#prompts/server/search-documents.shared.queries.ts";

export const migrations = new URL("../../../migrations/", import.meta.url);

/** Functions to run at shutdown, in reverse order. */
export interface Shutdown {
  /** Registers a function; later ones run first. */
  push(end: () => unknown): void;
  /** Runs all functions, even if one throws. Safe to call repeatedly and concurrently. */
  run(): Promise<void>;
}

export function createShutdown(log: FastifyBaseLogger): Shutdown {
  const ends: (() => unknown)[] = [];
  let running = Promise.resolve();
  async function runAll() {
    for (let end = ends.pop(); end; end = ends.pop()) {
      try {
        await end();
      } catch (error) {
        log.error({ err: error }, "failed to end in order");
      }
    }
  }
  return {
    push: (end) => void ends.push(end),
    run() {
      running = running.then(runAll);
      return running;
    },
  };
}

/** Where the database is. */
export interface DatabaseAddress {
  /** With one database session per connection. */
  connection: PoolConfig;
  /** The same database through a pooler, for requests. */
  pooler?: PoolConfig;
}

/**
 * Finds the database: the server of DATABASE_URL, or the embedded one, started by this process.
 * @param beside whether to use an embedded one that is already running for the site
 * @throws OperatorError when another process uses the data folder
 */
export async function openConnection(
  config: Pick<Config, "databaseUrl" | "databaseDirectUrl" | "dataDir">,
  log: FastifyBaseLogger,
  shutdown: Shutdown,
  { beside = false } = {},
): Promise<DatabaseAddress> {
  const server = serverOf(config);
  if (server) return server;
  const dataDir = join(config.dataDir, "postgres");
  const running = beside && (await runningPostgres(dataDir));
  if (running) return { connection: running };
  const ending = new AbortController();
  const { signal } = ending;
  const upgraded = renewSearchDocuments;
  const starting = upgradeCluster({ dataDir, migrations, upgraded, signal, log }).then(() =>
    startPostgres({ dataDir, log }),
  );
  // Registered before the start: a shutdown meanwhile waits for it, so that no server is left behind.
  shutdown.push(() => {
    ending.abort(new Error("the site ends"));
    return starting.then(
      (postgres) => postgres.stop(),
      () => {},
    );
  });
  return { connection: (await starting).connection };
}

/** The server of DATABASE_URL. */
export function serverOf({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, "databaseUrl" | "databaseDirectUrl">): DatabaseAddress | undefined {
  if (!databaseUrl) return undefined;
  const named = { connectionString: databaseUrl };
  return databaseDirectUrl
    ? { connection: { connectionString: databaseDirectUrl }, pooler: named }
    : { connection: named };
}

/** The replicas of DATABASE_REPLICA_URL by host and port; undefined without any. */
export function replicasOf({
  databaseReplicaUrls,
}: Pick<Config, "databaseReplicaUrls">): Map<string, PoolConfig> | undefined {
  if (!databaseReplicaUrls) return undefined;
  const replicas = new Map<string, PoolConfig>();
  for (const connectionString of databaseReplicaUrls) {
    const { host, port } = new pg.Client({ connectionString });
    replicas.set(`${host}:${port}`, { connectionString });
  }
  return replicas;
}

/**
 * Number of connections that this process may open: as configured, reduced to what server, role and database allow now.
 * Later shortages are waited for.
 * @param pool with one open connection
 * @throws OperatorError when a limit leaves too few
 */
async function shareConnections(
  pool: Pool,
  { databasePoolSize, databaseDirectUrl, databaseReplicaUrls }: Config,
  log: FastifyBaseLogger,
): Promise<ConnectionShares> {
  const limits = await readConnectionLimits(pool);
  const lowest = least(limits, "most");
  if (lowest.most < MIN_CONNECTIONS) {
    throw new OperatorError(
      `The database takes ${lowest.most} connections (${lowest.what}): a process needs ${MIN_CONNECTIONS} at least.`,
    );
  }
  // Behind a pooler, the pooler limits the connections for requests.
  if (databaseDirectUrl) return shareOut(databasePoolSize);
  const { what, free } = least(limits, "free");
  const size = Math.max(MIN_CONNECTIONS, Math.min(databasePoolSize, free - SPARE_CONNECTIONS));
  if (size < databasePoolSize) {
    log.warn(
      { size, wanted: databasePoolSize, free, limit: what },
      "database: fewer connections than wanted",
    );
  }
  // One asks the primary where it is.
  return shareOut(databaseReplicaUrls ? size - 1 : size);
}

/**
 * @param shutdown registers how to close each opened part, even when a later one fails
 * @param options see {@link openConnection}
 * @throws when the database cannot be reached or migrated, or when another process uses the data folder
 */
export async function openContext(
  config: Config,
  log: FastifyBaseLogger,
  shutdown: Shutdown,
  options?: { beside: boolean },
): Promise<Context> {
  const secrets = deriveSecrets(config.secretKey ?? (await readOrMakeSecretKey(config.dataDir)));
  const { connection, pooler } = await openConnection(config, log, shutdown, options);
  const { close, limit, ...database } = await openDatabase(connection, {
    max: config.databasePoolSize,
    pooler,
    replicas: replicasOf(config),
    timeouts: config.databaseTimeouts,
    log,
  });
  shutdown.push(close);
  const shares = await shareConnections(database.direct, config, log);
  await limit(shares);
  await migrate(database.direct, migrations);
  const jobs = await openJobs(connection, log, shares.jobs);
  shutdown.push(jobs.stop);
  const responseCache = openResponseCache({ isPurged: config.cachePurge !== undefined });
  const { replicas, publicDb } = database;
  if (replicas) responseCache.onClear(replicas.expire);
  // Commands answer nobody, and the notices of what they change reach the site.
  const purges = config.cachePurge && !options?.beside ? openCachePurges(config.cachePurge, log) : undefined;
  if (purges) shutdown.push(purges.close);
  const changes = await listenForInvalidations(connection, log, (keys) => {
    // First, so that requests after the purge are computed anew.
    responseCache.clear();
    purges?.purge(keys.length ? keys : [EVERYTHING]);
  });
  shutdown.push(changes.close);
  const context = {
    config,
    log,
    ...database,
    jobs,
    secrets,
    storage: await openStorage(config),
    rateLimits: openRateLimits(database.pool, config.rateLimits),
    responseCache,
  };
  return { ...context, publicReads: { ...context, db: publicDb } };
}
