/** Backups of the whole site: on demand, nightly, and restore. */
import { constants } from "node:fs";
import { access, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Pool, PoolConfig } from "pg";
import { migrations } from "#app/server/open-context.ts";
import { type Backup, writeBackup } from "#platform/backup/backup.ts";
import {
  deleteBackup,
  insertBackup,
  insertNightlyBackup,
  selectNightlyBackupsBeyond,
} from "#platform/backup/backup-records.queries.ts";
import type { Manifest } from "#platform/backup/manifest.ts";
import { restoreBackup } from "#platform/backup/restore.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import type { Storage } from "#platform/storage.ts";
import { syncFolder } from "#platform/sync-folder.ts";
import { renewSearchDocuments } from "#prompts/server/search/search-documents.ts";
import { storedFiles } from "#prompts/server/stored-files.ts";

const BACKUP_QUEUE = "nightly-backup";
/** A backup that takes longer counts as aborted. */
const LONGEST_HOURS = 12;
/** Age in milliseconds after which files of killed processes are removed. */
const ABANDONED_BACKUP_MS = 24 * 60 * 60 * 1000;
/** Suffix of a complete nightly backup until it is recorded in the table, so that rotation removes only recorded ones. */
const UNRECORDED = ".unrecorded";
const UNDEFINED_TABLE = "42P01";

/** A new file's name contains its time: prompteca-2026-11-21T06-00-00-123Z.tar */
export function newBackupPath(folder: string, now = new Date()): string {
  return join(folder, `prompteca-${now.toISOString().replaceAll(/[:.]/g, "-")}.tar`);
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
 * Schedules a nightly backup to BACKUP_DIR, made by one of the processes, and the removal of those beyond BACKUP_KEEP.
 * @returns aborts a running backup; call it before stopping the jobs
 * @throws the system's error when the folder is not writable, which may be temporary
 */
export async function startNightlyBackups(
  ctx: Pick<Context, "config" | "direct" | "storage" | "jobs" | "log">,
): Promise<() => void> {
  const ending = new AbortController();
  const { backup } = ctx.config;
  if (backup) {
    await mkdir(backup.dir, { recursive: true, mode: 0o700 })
      .then(() => access(backup.dir, constants.W_OK | constants.X_OK))
      .catch((error: Error) => {
        const message = `BACKUP_DIR: nothing can be written there (${error.message})`;
        throw Object.assign(error, { message });
      });
    const cron = `${backup.at.minute} ${backup.at.hour} * * *`;
    const work = (tooLong: AbortSignal) =>
      backUpTonight({ ...ctx, pool: ctx.direct }, backup, AbortSignal.any([ending.signal, tooLong]));
    await ctx.jobs.schedule(BACKUP_QUEUE, cron, work, {
      policy: "exclusive",
      expireInSeconds: LONGEST_HOURS * 60 * 60,
      retentionSeconds: 60 * 60,
      retryLimit: 1,
      retryDelay: 5 * 60,
    });
  }
  return () => ending.abort(new Error("the site ends"));
}

/** Makes one nightly backup. Older ones are removed only after it is complete. @param ctx.pool with one session per connection */
export async function backUpTonight(
  ctx: Pick<Context, "pool" | "storage" | "log">,
  { dir, keep }: Pick<NonNullable<Config["backup"]>, "dir" | "keep">,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await removeAbandoned(dir);
    const { pool, storage } = ctx;
    const file = newBackupPath(dir);
    const path = file + UNRECORDED;
    const files = { storage, stored: storedFiles };
    const { bytes, manifest } = await writeBackup({ pool, path, files, signal });
    await record(pool, dir);
    ctx.log.info({ file, bytes }, "backup finished");
    for (const remark of remarksOn(manifest)) ctx.log.warn(`backup: ${remark}`);
    await prune(ctx.pool, dir, keep);
  } catch (error) {
    ctx.log.error({ err: error }, "backup failed");
    throw error;
  }
}

/** Records and renames complete nightly backups, including those of killed processes. */
async function record(pool: Pool, dir: string): Promise<void> {
  const pattern = /^prompteca-[0-9TZ-]+\.tar\.unrecorded$/;
  for (const name of await readdir(dir)) {
    if (!pattern.test(name)) continue;
    const path = join(dir, name);
    const file = path.slice(0, -UNRECORDED.length);
    const { size, mtime } = await stat(path);
    await insertNightlyBackup(pool, { bytes: size, file, finishedAt: mtime });
    await rename(path, file);
    await syncFolder(dir);
  }
}

/** Removes nightly backups beyond the newest `keep`, file and row; never an unrecorded file. */
async function prune(pool: Pool, dir: string, keep: number): Promise<void> {
  for (const { id, file } of await selectNightlyBackupsBeyond(pool, keep)) {
    if (dirname(file) === dir) await rm(file, { force: true });
    await deleteBackup(pool, id);
  }
}

async function removeAbandoned(dir: string): Promise<void> {
  const pattern = /^prompteca-[0-9TZ-]+\.tar(?:\.unrecorded)?\.part$/;
  for (const name of await readdir(dir)) {
    if (!pattern.test(name)) continue;
    const { mtimeMs } = await stat(join(dir, name));
    if (Date.now() - mtimeMs > ABANDONED_BACKUP_MS) await rm(join(dir, name), { force: true });
  }
}
