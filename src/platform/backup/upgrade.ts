/** Upgrades a cluster of an older major version of PostgreSQL to the bundled one, by backup and restore. */

import { rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { ClientBase } from "pg";
import { openDatabase } from "#platform/database/db.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { majorOf } from "#platform/postgres/cluster.ts";
import { startPostgres } from "#platform/postgres/postgres.ts";
import { findPrograms, ownMajor } from "#platform/postgres/programs.ts";
import { findServer, stopServer } from "#platform/postgres/server.ts";
import { syncFolder } from "#platform/sync-folder.ts";
import { unfinishedName } from "./archive.ts";
import { writeBackup } from "./backup.ts";
import { restoreBackup } from "./restore.ts";

/**
 * Does nothing if the cluster has the bundled version. Otherwise it starts the old cluster with its own programs,
 * restores a backup of it into a new cluster, which compares every row, and only then replaces the old one. If this is
 * interrupted, the next start continues or begins again; the old cluster stays unchanged until the new one is complete.
 * @param options.dataDir the cluster's folder
 * @param options.signal aborts the upgrade
 * @param options.migrations as for `restoreBackup`, `upgraded` too
 * @throws OperatorError when the old version's programs are not found
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

  // Interrupted between the two renames below: the new cluster is complete.
  if (!(await majorOf(dataDir).catch(() => true)) && (await majorOf(replaced)) && (await majorOf(next))) {
    await rename(next, dataDir);
  }
  // Reading the cluster may fail for reasons that the start itself reports.
  const major = await majorOf(dataDir).catch(() => undefined);
  if (!major) return;
  const own = await ownMajor();
  if (major !== own) {
    const programs = await programsOf(dataDir, major, own);
    log?.info({ from: major, to: own }, "database: moving to another major version of PostgreSQL");
    const old = await startPostgres({ dataDir, programs, ...logging });
    try {
      await removeLeftovers();
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
  await removeLeftovers();

  async function removeLeftovers(): Promise<void> {
    const server = await findServer(next);
    if (server) await stopServer(next, server);
    for (const leftover of [next, `${next}.log`, replaced, path, unfinishedName(path)]) {
      await rm(leftover, { recursive: true, force: true });
    }
  }
}

async function programsOf(dataDir: string, major: number, own: number): Promise<string> {
  if (major > own) {
    throw new OperatorError(
      `The database in ${dataDir} was made by PostgreSQL ${major}, and this version of Prompteca brings ${own}: ` +
        "start the version that made it.",
    );
  }
  const programs = await findPrograms(dataDir, major);
  if (programs) return programs;
  throw new OperatorError(
    `The database in ${dataDir} was made by PostgreSQL ${major}, whose programs are needed once more to move it to ${own} ` +
      "and are not on this machine: docs/operations.md tells where to get them. Nothing was changed.",
  );
}
