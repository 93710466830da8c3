/** Backups of the whole site: on demand, every night, and back into an empty place. */
import { constants } from "node:fs";
import { access, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Pool, PoolConfig } from "pg";
import { migrations } from "#app/server/open-context.ts";
import { storedPictures } from "#media/server/stored-pictures.ts";
import { type Backup, writeBackup } from "#platform/backup/backup.ts";
import type { Manifest } from "#platform/backup/manifest.ts";
import { restoreBackup } from "#platform/backup/restore.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import type { Storage } from "#platform/storage.ts";
import { syncFolder } from "#platform/sync-folder.ts";
import { renewSearchDocuments } from "#prompts/server/search-documents.ts";

const BACKUP_QUEUE = "nightly-backup";
/** A backup that takes longer counts as broken off. */
const LONGEST_HOURS = 12;
/** What a process that was killed left unfinished is removed after a day, in milliseconds. */
const ABANDONED_BACKUP_MS = 24 * 60 * 60 * 1000;
/** What a nightly backup is called after its own name until the table knows it: it is complete, and would never be removed otherwise. */
const UNRECORDED = ".unrecorded";
const UNDEFINED_TABLE = "42P01";

/** A new file's name tells its moment: prompteca-2026-11-21T06-00-00-123Z.tar */
export function newBackupPath(folder: string, now = new Date()): string {
  return join(folder, `prompteca-${now.toISOString().replaceAll(/[:.]/g, "-")}.tar`);
}

/**
 * Backs up the site and records that in the table `backups`.
 * @throws BackupError when the file exists; whatever the signal was given when it is broken off
 */
export async function backUpSite(
  { pool, storage }: { pool: Pool; storage: Storage },
  path: string,
  signal?: AbortSignal,
): Promise<Backup> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const backup = await writeBackup({ pool, path, files: { storage, stored: storedPictures }, signal });
  await pool
    .query("insert into backups (bytes, file) values ($1, $2)", [backup.bytes, path])
    .catch((error) => {
      // A schema from before that table is backed up all the same: that may be why somebody asks for it.
      if (error.code !== UNDEFINED_TABLE) throw error;
    });
  return backup;
}

/** What a person wants to know of a backup's files beside their number, as sentences. */
export function remarksOn({ files }: Manifest): string[] {
  const such = (names: string[]) => `such as ${names.slice(0, 5).join(", ")}`;
  const { lost, removed } = files ?? {};
  return [
    lost?.count ? `${lost.count} pictures had lost their files before, ${such(lost.names)}.` : "",
    removed?.count ? `${removed.count} pictures were removed at that moment, ${such(removed.names)}.` : "",
  ].filter(Boolean);
}

/**
 * Brings a backup into an empty database and storage.
 * @param options.replaceFiles lets it replace other files of the same names
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
    files: { storage, stored: storedPictures, replace: replaceFiles },
    upgraded: renewSearchDocuments,
  });
}

/**
 * Makes a backup every night in BACKUP_DIR, by one of all processes that have one, and removes those beyond BACKUP_KEEP.
 * @returns breaks off one that is under way, before the jobs are stopped
 * @throws the system's error when the folder cannot be written to, which may pass
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

/** One night's work. Older backups go only when the new one is complete. @param ctx.pool of connections with sessions of their own */
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
    const files = { storage, stored: storedPictures };
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

/** Records the complete nightly backups that are not yet, those of a process that was killed too, and gives them their names. */
async function record(pool: Pool, dir: string): Promise<void> {
  const pattern = /^prompteca-[0-9TZ-]+\.tar\.unrecorded$/;
  for (const name of await readdir(dir)) {
    if (!pattern.test(name)) continue;
    const path = join(dir, name);
    const file = path.slice(0, -UNRECORDED.length);
    const { size, mtime } = await stat(path);
    await pool.query(
      `insert into backups (bytes, file, nightly, finished_at) select $1, $2, true, $3
        where not exists (select from backups where file = $2)`,
      [size, file, mtime],
    );
    await rename(path, file);
    await syncFolder(dir);
  }
}

/** Removes the nightly backups beyond the newest `keep`, file and row; never a file that is not recorded as one. */
async function prune(pool: Pool, dir: string, keep: number): Promise<void> {
  const { rows } = await pool.query<{ id: number; file: string }>(
    "select id, file from backups where nightly order by finished_at desc, id desc offset $1",
    [keep],
  );
  for (const { id, file } of rows) {
    if (dirname(file) === dir) await rm(file, { force: true });
    await pool.query("delete from backups where id = $1", [id]);
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
