/** The site's health for the admin's page; every figure is cheap to obtain. */
import { statfs } from "node:fs/promises";
import { listFailedMails } from "#accounts/server/mails/mail-jobs.ts";
import type { SiteHealth } from "#admin/contract.ts";
import { selectLastBackup } from "#platform/backup/backup-records.queries.ts";
import { unsetWishes } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { readVersion } from "#platform/version.ts";
import { countGrowth, selectHistory, selectTotals } from "./growth.queries.ts";
import { selectDatabaseState } from "./health.queries.ts";

/** Free space on the disk of DATA_DIR, in bytes; null when the site stores nothing there. */
async function readDisk({ dataDir, databaseUrl, s3 }: Context["config"]): Promise<SiteHealth["disk"]> {
  if (databaseUrl && s3) return null;
  const { bsize, bavail, blocks } = await statfs(dataDir);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Runs the hourly count in the background, once at a time, for an admin who looks before its first run. */
export function openFirstCount({ slowDb, log }: Context): () => void {
  let counting = false;
  return () => {
    if (counting) return;
    counting = true;
    countGrowth({ slowDb })
      .catch((error) => log.warn({ err: error }, "the first count of the site's growth failed"))
      .finally(() => {
        counting = false;
      });
  };
}

const NOTHING = { people: 0, prompts: 0, likes: 0, pictures: 0, picture_bytes: 0 };

/** @param countFirst starts the count when there is none yet */
export async function readHealth(ctx: Context, countFirst: () => void): Promise<SiteHealth> {
  const totals = await selectTotals(ctx.db);
  if (!totals) countFirst();
  const [history, database, backup, disk, queues, failed] = await Promise.all([
    selectHistory(ctx.db),
    selectDatabaseState(ctx.db),
    selectLastBackup(ctx.db),
    readDisk(ctx.config).catch(() => null),
    ctx.jobs.queues(),
    listFailedMails(ctx),
  ]);
  return {
    ...readVersion(),
    started_at: new Date(performance.timeOrigin).toISOString(),
    unset: unsetWishes(ctx.config),
    processes: database.processes,
    totals: { ...(totals ?? NOTHING), counted_at: totals?.counted_at.toISOString() ?? null },
    history: {
      first_day: history[0]?.day ?? "",
      people: history.map(({ people }) => people),
      prompts: history.map(({ prompts }) => prompts),
      likes: history.map(({ likes }) => likes),
    },
    database_bytes: database.bytes,
    disk,
    last_backup: backup ? { finished_at: backup.finished_at.toISOString(), bytes: backup.bytes } : null,
    queues,
    mails: failed.mails,
    mails_total: failed.total,
  };
}
