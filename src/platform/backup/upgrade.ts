/** Brings a cluster that another major version of PostgreSQL made to the one that comes with Prompteca: by a backup. */
import { readFile, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { ClientBase } from "pg";
import { DatabaseUnfitError, openDatabase } from "#platform/database/db.ts";
import { startPostgres } from "#platform/postgres/postgres.ts";
import { findPrograms, ownMajor } from "#platform/postgres/programs.ts";
import { findServer, stopServer } from "#platform/postgres/server.ts";
import { syncFolder } from "#platform/sync-folder.ts";
import { unfinishedName } from "./archive.ts";
import { writeBackup } from "./backup.ts";
import { restoreBackup } from "./restore.ts";

/**
 * Does nothing unless the cluster is of another major version. Otherwise its own programs bring it up once more, a backup of it
 * is restored into a new cluster and compared row by row, and only then the new one takes its place. Whenever this is broken
 * off, the next start goes on or begins anew; until the new cluster is complete the old one stays as it is.
 * @param options.dataDir the cluster's folder
 * @param options.signal breaks it off
 * @param options.migrations as `restoreBackup` takes them, `upgraded` too
 * @throws DatabaseUnfitError when the cluster's programs are not to be found
 */
export async function upgradeCluster(options: {
  dataDir: string;
  migrations: URL;
  upgraded?: (client: ClientBase) => Promise<void>;
  signal?: AbortSignal;
  log?: FastifyBaseLogger;
}): Promise<void> {
  const { migrations, upgraded, signal, log } = options;
  const dataDir = resolve(options.dataDir);
  const next = `${dataDir}.upgrading`;
  const replaced = `${dataDir}.replaced`;
  const path = `${dataDir}.upgrade.tar`;
  const logging = log && { log };

  // Broken off between the two renames below: the new cluster is complete.
  if (!(await majorOf(dataDir)) && (await majorOf(replaced)) && (await majorOf(next))) {
    await rename(next, dataDir);
  }
  const major = await majorOf(dataDir);
  if (!major) return;
  const own = await ownMajor();
  if (major !== own) {
    const programs = await programsOf(dataDir, major, own);
    log?.info({ from: major, to: own }, "database: moving to another major version of PostgreSQL");
    const old = await startPostgres({ dataDir, programs, ...logging });
    try {
      await removeRests();
      const { direct, close } = await openDatabase(old.connection, { max: 1, ...logging });
      await writeBackup({ pool: direct, path, signal }).finally(close);
      const fresh = await startPostgres({ dataDir: next, ...logging });
      const { connection } = fresh;
      await restoreBackup({ path, connection, migrations, signal, ...(upgraded && { upgraded }) }).finally(
        fresh.stop,
      );
    } finally {
      await old.stop();
    }
    await rename(dataDir, replaced);
    await rename(next, dataDir);
    await syncFolder(dirname(dataDir));
    log?.info("database: moved, every row compared");
  }
  await removeRests();

  async function removeRests(): Promise<void> {
    const server = await findServer(next);
    if (server) await stopServer(next, server);
    for (const rest of [next, `${next}.log`, replaced, path, unfinishedName(path)]) {
      await rm(rest, { recursive: true, force: true });
    }
  }
}

/** The major version that made a cluster; undefined when there is none. */
async function majorOf(dataDir: string): Promise<number | undefined> {
  const version = await readFile(join(dataDir, "PG_VERSION"), "utf8").catch(() => "");
  return Number.parseInt(version, 10) || undefined;
}

async function programsOf(dataDir: string, major: number, own: number): Promise<string> {
  if (major > own) {
    throw new DatabaseUnfitError(
      `The database in ${dataDir} was made by PostgreSQL ${major}, and this version of Prompteca brings ${own}: ` +
        "start the version that made it.",
    );
  }
  const programs = await findPrograms(dataDir, major);
  if (programs) return programs;
  throw new DatabaseUnfitError(
    `The database in ${dataDir} was made by PostgreSQL ${major}, whose programs are needed once more to move it to ${own} ` +
      "and are not on this machine: docs/operations.md tells where to get them. Nothing was changed.",
  );
}
