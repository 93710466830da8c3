/** Opens everything in order, and closes it in the opposite one. */
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { PoolConfig } from "pg";
import { startAccountJobs } from "#accounts/server/account-jobs.ts";
import { ensureAdminAccount } from "#accounts/server/admin-account.ts";
import { openAnswers } from "#platform/answers.ts";
import type { Config } from "#platform/config.ts";
import type { Context } from "#platform/context.ts";
import { openDatabase } from "#platform/db.ts";
import { openJobs } from "#platform/jobs.ts";
import { openLimits } from "#platform/limits.ts";
import { migrate } from "#platform/migrate.ts";
import { startPostgres } from "#platform/postgres/postgres.ts";
import { deriveSecrets, readOrMakeSecretKey } from "#platform/secrets.ts";
import { openStorage } from "#platform/storage.ts";
import { plantDemoData } from "#seeds/demo.ts";
import { createServer } from "./server.ts";

/** Connections of one process; jobs have three of their own. */
const MAX_CONNECTIONS = 16;

const migrations = new URL("../../migrations/", import.meta.url);

export interface Site {
  /** Where people reach it. */
  address: string;
  /** A single-use link with which the admin sets a first password; absent when there is one. */
  adminLink: string | undefined;
  /** Stops accepting, finishes what is in flight, writes what waits, stops the database. */
  close(): Promise<void>;
}

/**
 * Starts the site.
 * @throws when the database cannot be reached or migrated, when another process uses the data folder, when the port is taken
 */
export async function startSite(
  config: Config,
  log: FastifyBaseLogger,
  pages: "built" | "live",
): Promise<Site> {
  const closing: (() => Promise<unknown>)[] = [];
  async function close() {
    for (const end of closing.reverse().splice(0)) {
      await end().catch((error: unknown) => log.error({ err: error }, "failed to end in order"));
    }
  }

  try {
    const secrets = deriveSecrets(config.secretKey ?? (await readOrMakeSecretKey(config.dataDir)));
    let connection: PoolConfig = { connectionString: config.databaseUrl };
    if (!config.databaseUrl) {
      const postgres = await startPostgres({ dataDir: join(config.dataDir, "postgres"), log });
      closing.push(() => postgres.stop());
      connection = postgres.connection;
    }
    const database = await openDatabase(connection, { max: MAX_CONNECTIONS, log });
    closing.push(() => database.close());
    await migrate(database.pool, migrations);
    const jobs = await openJobs(connection, log);
    closing.push(() => jobs.stop());

    const ctx: Context = {
      config,
      log,
      db: database.db,
      pool: database.pool,
      jobs,
      secrets,
      storage: await openStorage(config),
      limits: openLimits(database.pool, config.rateLimits),
      answers: openAnswers(),
    };
    if (config.demoData) await plantDemoData(ctx);
    const adminLink = await ensureAdminAccount(ctx);
    const closeMailer = await startAccountJobs(ctx);
    closing.push(async () => closeMailer());

    const app = await createServer(ctx, pages);
    closing.push(() => app.close());
    const address = await app.listen({ port: config.port, host: config.host });
    return { address: config.port === 0 ? address : config.publicUrl, adminLink, close };
  } catch (error) {
    await close();
    throw error;
  }
}
