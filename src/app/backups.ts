/** Backups of the whole site: on demand, every night, and back into an empty place. */
import { constants } from "node:fs";
import { access, mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Pool, PoolConfig } from "pg";
import { storedPictures } from "#media/server/stored-pictures.ts";
import { type Backup, writeBackup } from "#platform/backup/backup.ts";
import type { Manifest } from "#platform/backup/manifest.ts";
import { restoreBackup } from "#platform/backup/restore.ts";
import { type Config, ConfigError } from "#platform/config.ts";
import type { Context } from "#platform/context.ts";
import type { Storage } from "#platform/storage.ts";
import { renewSearchDocuments } from "#prompts/server/search-documents.ts";
import { migrations } from "./open-context.ts";

const QUEUE = "nightly-backup";
/** A backup that takes longer counts as broken off. */
const LONGEST_HOURS = 12;
/** What a process that was killed left unfinished is removed after a day, in milliseconds. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;
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
  { nightly = false, signal }: { nightly?: boolean; signal?: AbortSignal } = {},
): Promise<Backup> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const backup = await writeBackup({ pool, path, files: { storage, stored: storedPictures }, signal });
  await pool
    .query("insert into backups (bytes, file, nightly) values ($1, $2, $3)", [backup.bytes, path, nightly])
    .catch((error) => {
      // A schema from before that table is backed up all the same: that may be why somebody asks for it.
      if (error.code !== UNDEFINED_TABLE) throw error;
    });
  return backup;
}

/** Brings a backup into an empty database and storage. @throws as {@link restoreBackup} */
export function restoreSite(
  path: string,
  connection: PoolConfig,
  storage: Storage,
  signal?: AbortSignal,
): Promise<Manifest> {
  return restoreBackup({
    path,
    connection,
    signal,
    migrations,
    files: { storage, stored: storedPictures },
    upgraded: renewSearchDocuments,
  });
}

/**
 * Makes a backup every night in BACKUP_DIR, by one of all processes that have one, and removes those beyond BACKUP_KEEP.
 * @returns breaks off one that is under way, before the jobs are stopped
 * @throws ConfigError when the folder cannot be written to
 */
export async function startNightlyBackups(
  ctx: Pick<Context, "config" | "pool" | "storage" | "jobs" | "log">,
): Promise<() => void> {
  const ending = new AbortController();
  const { backup } = ctx.config;
  if (backup) {
    await mkdir(backup.dir, { recursive: true, mode: 0o700 })
      .then(() => access(backup.dir, constants.W_OK | constants.X_OK))
      .catch((error: Error) => {
        throw new ConfigError(`BACKUP_DIR: nothing can be written there (${error.message})`);
      });
    const cron = `${backup.at.minute} ${backup.at.hour} * * *`;
    await ctx.jobs.schedule(QUEUE, cron, () => backUpTonight(ctx, backup, ending.signal), {
      policy: "exclusive",
      expireInSeconds: LONGEST_HOURS * 60 * 60,
      retentionSeconds: 60 * 60,
      retryLimit: 1,
      retryDelay: 5 * 60,
    });
  }
  return () => ending.abort(new Error("the site ends"));
}

/** One night's work. Older backups go only when the new one is complete. */
export async function backUpTonight(
  ctx: Pick<Context, "pool" | "storage" | "log">,
  { dir, keep }: Pick<NonNullable<Config["backup"]>, "dir" | "keep">,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await removeAbandoned(dir);
    const { path, bytes, manifest } = await backUpSite(ctx, newBackupPath(dir), {
      nightly: true,
      ...(signal && { signal }),
    });
    const lost = manifest.files?.lost.count;
    ctx.log.info({ file: path, bytes }, "backup finished");
    if (lost)
      ctx.log.warn({ lost, names: manifest.files?.lost.names }, "backup: pictures had lost their files");
    await prune(ctx.pool, dir, keep);
  } catch (error) {
    ctx.log.error({ err: error }, "backup failed");
    throw error;
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
  const pattern = /^prompteca-[0-9TZ-]+\.tar\.part$/;
  for (const name of await readdir(dir)) {
    if (!pattern.test(name)) continue;
    const { mtimeMs } = await stat(join(dir, name));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(join(dir, name), { force: true });
  }
}
