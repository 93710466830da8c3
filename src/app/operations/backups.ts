/** Backups of the whole site on demand, restore, and the rehearsal of one. */
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Pool, PoolConfig } from "pg";
import { migrations } from "#app/server/open-context.ts";
import { type Backup, writeBackup } from "#platform/backup/backup.ts";
import { insertBackup } from "#platform/backup/backup-records.queries.ts";
import type { Manifest } from "#platform/backup/manifest.ts";
import { restoreBackup } from "#platform/backup/restore.ts";
import { majorOf } from "#platform/postgres/cluster.ts";
import { startPostgres } from "#platform/postgres/postgres.ts";
import { openDiskStorage } from "#platform/storage/disk.ts";
import type { Storage } from "#platform/storage.ts";
import { renewSearchDocuments } from "#prompts/server/search-documents.shared.queries.ts";
import { storedFiles } from "#prompts/server/stored-files.ts";

const UNDEFINED_TABLE = "42P01";

/** A new file's name contains its time: prompteca-2026-11-21T06-00-00-123Z.tar */
export function newBackupPath(folder: string): string {
  return join(folder, `prompteca-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.tar`);
}

/**
 * Backs up the site and records that in the table `backups`.
 * @throws OperatorError when the file exists; the signal's reason when aborted
 */
export async function backUpSite(
  { pool, storage }: { pool: Pool; storage: Storage },
  path: string,
  signal?: AbortSignal,
): Promise<Backup> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const backup = await writeBackup({ pool, path, files: { storage, stored: storedFiles }, signal });
  await insertBackup(pool, backup.bytes, path).catch((error) => {
    // An older schema without that table can be backed up too: an upgrade may be the reason for the backup.
    if (error.code !== UNDEFINED_TABLE) throw error;
  });
  return backup;
}

/** Remarks about a backup's files, as sentences. */
export function remarksOn({ files }: Manifest): string[] {
  const such = (names: string[]) => `such as ${names.slice(0, 5).join(", ")}`;
  const { lost, removed } = files ?? {};
  return [
    lost?.count ? `${lost.count} pictures had lost their files before, ${such(lost.names)}.` : "",
    removed?.count ? `${removed.count} pictures were removed at that moment, ${such(removed.names)}.` : "",
  ].filter(Boolean);
}

/**
 * Restores a backup into an empty database and storage.
 * @param options.replaceFiles whether to overwrite different files of the same names
 * @throws as {@link restoreBackup}
 */
export function restoreSite(
  path: string,
  connection: PoolConfig,
  storage: Storage,
  { replaceFiles = false, signal }: { replaceFiles?: boolean; signal?: AbortSignal } = {},
): Promise<Manifest> {
  return restoreBackup({
    path,
    connection,
    signal,
    migrations,
    files: { storage, stored: storedFiles, replace: replaceFiles },
    upgraded: renewSearchDocuments,
  });
}

/**
 * Rehearses a restore, beside the running site and without touching what is its own: into a PostgreSQL server and a folder
 * that exist for this alone, and then no more.
 * @param dataDir where there is room for them
 * @throws as {@link restoreBackup}
 */
export async function rehearseRestore(
  path: string,
  dataDir: string,
  log: FastifyBaseLogger,
  signal?: AbortSignal,
): Promise<Manifest> {
  const scratch = join(dataDir, "restore-check");
  const cluster = { dataDir: join(scratch, "postgres"), log };
  // A check that was killed may have left its server running; one that is at work refuses another.
  if (await majorOf(cluster.dataDir)) await (await startPostgres(cluster)).stop();
  await rm(scratch, { recursive: true, force: true });
  try {
    await mkdir(scratch, { recursive: true, mode: 0o711 });
    const { connection, stop } = await startPostgres(cluster);
    const storage = await openDiskStorage(join(scratch, "media"));
    return await restoreSite(path, connection, storage, signal && { signal }).finally(stop);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
