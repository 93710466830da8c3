/** Nightly backups: made at their time or made up for, copied elsewhere, rotated. The admin is told of a night without one. */
import { constants } from "node:fs";
import { access, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Pool } from "pg";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import type { WrittenNotice } from "#accounts/server/mails/notice-mails.ts";
import { isolated } from "#language/isolated.ts";
import { writeBackup } from "#platform/backup/backup.ts";
import {
  type BackupTimes,
  deleteBackup,
  insertAlarm,
  insertNightlyBackup,
  markCopied,
  selectBackupTimes,
  selectLastNight,
  selectNightlyBackupsBeyond,
} from "#platform/backup/backup-records.queries.ts";
import { storeCopy } from "#platform/backup/copies.ts";
import type { Config } from "#platform/config/config.ts";
import { systemTrouble } from "#platform/config/remedies.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { hideSecrets } from "#platform/log.ts";
import { syncFolder } from "#platform/sync-folder.ts";
import { storedFiles } from "#prompts/server/stored-files.ts";
import { formatDateTime } from "#ui/dates.ts";
import { newBackupPath, remarksOn } from "./backups.ts";

type Nightly = NonNullable<Config["backup"]>;

const BACKUP_QUEUE = "nightly-backup";
const WATCH_QUEUE = "watch-backups";
const HOUR_MS = 60 * 60 * 1000;
/** A backup that takes longer counts as aborted. */
const LONGEST_HOURS = 12;
/** Age of the last backup, or of its copy elsewhere, beyond which it is late: a night and the time it takes. */
export const LATE_HOURS = 26;
/** Age in milliseconds after which files of killed processes are removed. */
const ABANDONED_BACKUP_MS = 24 * HOUR_MS;
/** Suffix of a complete nightly backup until it is recorded in the table, so that rotation removes only recorded ones. */
const UNRECORDED = ".unrecorded";

/** The last time at which a backup was due. */
export function lastDue({ at }: Pick<Nightly, "at">, now = new Date()): Date {
  const due = new Date(now);
  due.setUTCHours(at.hour, at.minute, 0, 0);
  if (due > now) due.setUTCDate(due.getUTCDate() - 1);
  return due;
}

type Lacking = "backup" | "copy";

/** What there is not since a moment: a backup, its copy elsewhere, or undefined. */
export function lackingSince(
  since: Date,
  { finished, copied }: Pick<BackupTimes, "finished" | "copied">,
  { copies }: Pick<Nightly, "copies">,
): Lacking | undefined {
  if (!finished || finished < since) return "backup";
  return copies && (!copied || copied < since) ? "copy" : undefined;
}

/**
 * Schedules a nightly backup to BACKUP_DIR, made by one of the processes, its copy, and the removal of those beyond
 * BACKUP_KEEP. A night that was missed, as by a machine that was off, is made up for now.
 * @returns aborts a running backup; call it before stopping the jobs
 * @throws the system's error when the folder is not writable, which may be temporary
 */
export async function startNightlyBackups(ctx: Context): Promise<() => void> {
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
    await ctx.jobs.schedule(
      BACKUP_QUEUE,
      cron,
      async (tooLong, { asked, isLastTry, data }) => {
        // Where the copy alone is lacking, each start would else make a backup, and push out those of other nights.
        const since = (data as { lacks?: Lacking } | null)?.lacks === "copy" ? new Date(0) : asked;
        try {
          await workTonight(ctx, backup, since, AbortSignal.any([ending.signal, tooLong]));
        } catch (error) {
          // The next start makes up for what an ending process leaves.
          if (isLastTry && !ending.signal.aborted) await raiseAlarm(ctx, backup, error as Error);
          throw error;
        }
      },
      {
        policy: "exclusive",
        // What a start asks for begins at once, not when this is next looked for.
        notify: true,
        expireInSeconds: LONGEST_HOURS * 60 * 60,
        retentionSeconds: 60 * 60,
        retryLimit: 1,
        retryDelay: 5 * 60,
      },
    );
    await ctx.jobs.schedule(WATCH_QUEUE, "11 * * * *", () => watchBackups(ctx, backup));
    const lacks = lackingSince(lastDue(backup), await selectBackupTimes(ctx.db), backup);
    if (lacks) await ctx.jobs.wake(BACKUP_QUEUE, { lacks });
  }
  return () => ending.abort(new Error("the site ends"));
}

/** Makes what is lacking of a backup and its copy. @param since a backup made since then is not made again */
async function workTonight(ctx: Context, backup: Nightly, since: Date, signal: AbortSignal): Promise<void> {
  const { direct, db, log } = ctx;
  const before = await selectLastNight(db);
  if (!before || before.finished_at < since) await backUpTonight({ ...ctx, pool: direct }, backup, signal);
  const last = await selectLastNight(db);
  if (!backup.copies || !last || last.copied_at) return;
  try {
    await storeCopy(last.file, backup.copies, signal);
    await markCopied(db, last.file);
    log.info({ file: last.file, bucket: backup.copies.bucket }, "backup copied");
  } catch (error) {
    log.error({ err: error }, "backup not copied");
    throw error;
  }
}

/** Raises an alarm when the last backup is late: a night in which no process lived long enough to fail. */
export async function watchBackups(ctx: Context, backup: Nightly): Promise<void> {
  const { finished, copied, database } = await selectBackupTimes(ctx.db);
  // Copies may have been asked for since this process started.
  const times = { finished: finished ?? database, copied: copied ?? new Date(performance.timeOrigin) };
  if (lackingSince(new Date(Date.now() - LATE_HOURS * HOUR_MS), times, backup)) await raiseAlarm(ctx, backup);
}

/** Mails ADMIN_EMAIL, once for each night. @param error why it failed; absent when it is late */
async function raiseAlarm(ctx: Context, backup: Nightly, error?: Error): Promise<void> {
  const due = lastDue(backup);
  const times = await selectBackupTimes(ctx.db);
  const lacking = lackingSince(due, times, backup) ?? "backup";
  const reason = error && (systemTrouble(error, ctx.config) ?? hideSecrets(error.message));
  await inTransaction(ctx.db, async (trx) => {
    if (!(await insertAlarm(trx, due))) return;
    const letter = alarmLetter(lacking, due, times[lacking === "copy" ? "copied" : "finished"], reason);
    await enqueueNotice(ctx, trx, { email: ctx.config.adminEmail, username: "" }, letter);
  });
}

/** A night has no backup, or no copy of it elsewhere. @param last when the last one was made that the site has */
export function alarmLetter(lacking: Lacking, due: Date, last: Date | null, reason?: string): WrittenNotice {
  const isCopy = lacking === "copy";
  const kept = last ? `A última é de ${formatDateTime(last)}.` : "Ainda não há nenhuma.";
  return {
    kind: "written",
    subject: isCopy
      ? "A cópia de segurança não saiu do servidor"
      : "A cópia de segurança da Prompteca não foi feita",
    preview: isCopy ? "Se o disco se perder, ela se perde junto." : "Se algo se perder, falta a desta noite.",
    before: [
      isCopy
        ? `A cópia de segurança de ${formatDateTime(due)} (horário de Brasília) não foi guardada fora do servidor.`
        : `A cópia de segurança de ${formatDateTime(due)} (horário de Brasília) não foi feita.`,
      ...(reason ? [`Motivo: ${isolated(reason)}`] : []),
      isCopy ? kept.replace("A última", "A última guardada fora") : kept,
      "No servidor, “prompteca-admin doctor” diz o que está errado, e “prompteca-admin backup” faz uma agora.",
    ],
    button: "Ver a saúde do site",
    path: "/admin/health",
    after: ["Enquanto continuar assim, avisamos uma vez por noite."],
  };
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
