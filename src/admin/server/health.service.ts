/** The site's health at a glance, for its admin: every part by a cheap question. */
import { statfs } from "node:fs/promises";
import { listFailedMails } from "#accounts/server/mail-jobs.ts";
import type { SiteHealth } from "#admin/contract.ts";
import type { Context } from "#platform/context.ts";
import { readVersion } from "#platform/version.ts";
import { countGrowth, selectHistory, selectTotals } from "./growth.queries.ts";
import { selectDatabaseState, selectLastBackup } from "./health.queries.ts";

/** Room on the disk of DATA_DIR, in bytes; null where nothing of the site lies there. */
async function readDisk({ dataDir, databaseUrl, s3 }: Context["config"]): Promise<SiteHealth["disk"]> {
  if (databaseUrl && s3) return null;
  const { bsize, bavail, blocks } = await statfs(dataDir);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Counted by a job every hour; whoever looks before its first time has it counted. */
async function readTotals({ db }: Context) {
  const totals = await selectTotals(db);
  if (totals) return totals;
  await countGrowth(db);
  return selectTotals(db);
}

export async function readHealth(ctx: Context): Promise<SiteHealth> {
  const totals = await readTotals(ctx);
  const [history, database, backup, disk, queues, mails] = await Promise.all([
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
    processes: database.processes,
    totals: {
      people: totals?.people ?? 0,
      prompts: totals?.prompts ?? 0,
      likes: totals?.likes ?? 0,
      pictures: totals?.pictures ?? 0,
      picture_bytes: totals?.picture_bytes ?? 0,
      counted_at: (totals?.counted_at ?? new Date()).toISOString(),
    },
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
    mails,
  };
}
