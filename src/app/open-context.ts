/** Opens what every room is given, in order: secrets, database, migrations, jobs, storage. */
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { PoolConfig } from "pg";
import { openAnswers } from "#platform/answers.ts";
import { upgradeCluster } from "#platform/backup/upgrade.ts";
import type { Config } from "#platform/config.ts";
import { watchContent } from "#platform/content-changes.ts";
import type { Context } from "#platform/context.ts";
import { openDatabase, READING_CONNECTIONS } from "#platform/db.ts";
import { JOB_CONNECTIONS, openJobs } from "#platform/jobs.ts";
import { openLimits } from "#platform/limits.ts";
import { migrate } from "#platform/migrate.ts";
import { runningPostgres, startPostgres } from "#platform/postgres/postgres.ts";
import { deriveSecrets, readOrMakeSecretKey } from "#platform/secrets.ts";
import { openStorage } from "#platform/storage.ts";
import { renewSearchDocuments } from "#prompts/server/search-documents.ts";

/** Connections of one process for what is asked of it. */
const MAX_CONNECTIONS = 16;
/** All connections that one process opens at most: those, the small reads', the jobs', and two that listen: for jobs, and for changes. */
export const PROCESS_CONNECTIONS = MAX_CONNECTIONS + READING_CONNECTIONS + JOB_CONNECTIONS + 2;

export const migrations = new URL("../../migrations/", import.meta.url);

/** What to close, the last opened first. */
export interface Closing {
  /** Registers an end; those registered later run earlier. */
  push(end: () => unknown): void;
  /** Runs all ends, whatever one of them throws. May be called again, also while it runs. */
  run(): Promise<void>;
}

export function createClosing(log: FastifyBaseLogger): Closing {
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

/**
 * Where the database is: the server of DATABASE_URL, or the embedded one, started for this process.
 * @param beside whether to use an embedded one that runs already, together with the site that runs it
 * @throws ClusterInUseError when another process uses the data folder
 */
export async function openConnection(
  config: Pick<Config, "databaseUrl" | "dataDir">,
  log: FastifyBaseLogger,
  closing: Closing,
  { beside = false } = {},
): Promise<PoolConfig> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl };
  const dataDir = join(config.dataDir, "postgres");
  const running = beside && (await runningPostgres(dataDir));
  if (running) return running;
  const ending = new AbortController();
  const { signal } = ending;
  const upgraded = renewSearchDocuments;
  const starting = upgradeCluster({ dataDir, migrations, upgraded, signal, log }).then(() =>
    startPostgres({ dataDir, log }),
  );
  // Registered before it is there: an end that comes now waits for it, so that no server is left behind.
  closing.push(() => {
    ending.abort(new Error("the site ends"));
    return starting.then(
      (postgres) => postgres.stop(),
      () => {},
    );
  });
  return (await starting).connection;
}

/**
 * @param closing told how to close each part that was opened, also when a later one fails
 * @param options as of {@link openConnection}
 * @throws when the database cannot be reached or migrated, or when another process uses the data folder
 */
export async function openContext(
  config: Config,
  log: FastifyBaseLogger,
  closing: Closing,
  options?: { beside: boolean },
): Promise<Context> {
  const secrets = deriveSecrets(config.secretKey ?? (await readOrMakeSecretKey(config.dataDir)));
  const connection = await openConnection(config, log, closing, options);
  const { db, pool, reads, close } = await openDatabase(connection, { max: MAX_CONNECTIONS, log });
  closing.push(close);
  await migrate(pool, migrations);
  const jobs = await openJobs(connection, log);
  closing.push(jobs.stop);
  const answers = openAnswers();
  const changes = await watchContent(connection, log, answers.clear);
  closing.push(changes.close);
  return {
    config,
    log,
    db,
    pool,
    reads,
    jobs,
    secrets,
    storage: await openStorage(config),
    limits: openLimits(pool, config.rateLimits),
    answers,
  };
}
