/** Nightly backups: schedule, record, rotation. */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { selectLastBackup } from "#platform/backup/backup-records.queries.ts";
import { readConfig } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { setUpTestApp, startAccountsSite } from "#tests/support/accounts.ts";
import { createTestApp } from "#tests/support/app.ts";
import { type Buckets, startBuckets } from "#tests/support/buckets.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { select } from "#tests/support/places.ts";
import { backUpSite } from "./backups.ts";
import {
  backUpTonight,
  lackingSince,
  lastDue,
  startNightlyBackups,
  watchBackups,
} from "./nightly-backups.ts";

const COPIES = { bucket: "far", endpoint: undefined, region: "r", accessKeyId: "a", secretAccessKey: "b" };

function copiesTo(buckets: Buckets): Record<string, string> {
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = buckets.options("far");
  return {
    BACKUP_S3_BUCKET: bucket,
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_REGION: region,
    BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

/** Mails that were ever written. */
const mailJobs = async (ctx: Context) =>
  (await select(ctx, "select from pgboss.job where name = 'mail'")).length;

function watched({ config: { backup } }: Context) {
  if (!backup) throw new Error("BACKUP_DIR is set");
  return backup;
}

const site = setUpTestApp();
let folder: string;

beforeAll(async () => {
  folder = await makeTestFolder();
});
afterAll(() => rm(folder, { recursive: true }));

test("a backup was due at the last BACKUP_AT, in UTC", () => {
  const due = (now: string) => lastDue({ at: { hour: 6, minute: 30 } }, new Date(now)).toISOString();
  expect(due("2026-11-28T06:30:00Z")).toBe("2026-11-28T06:30:00.000Z");
  expect(due("2026-11-28T06:29:59Z")).toBe("2026-11-27T06:30:00.000Z");
  expect(due("2026-03-01T00:00:00Z")).toBe("2026-02-28T06:30:00.000Z");
});

test("what lacks of a night is the backup, or its copy where copies are made", () => {
  const [before, since, after] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 10, day))) as [
    Date,
    Date,
    Date,
  ];
  const lacking = (finished: Date | null, copied: Date | null, wanted?: typeof COPIES) =>
    lackingSince(since, { finished, copied }, { copies: wanted });
  expect(lacking(null, null)).toBe("backup");
  expect(lacking(before, before, COPIES)).toBe("backup");
  expect(lacking(since, null)).toBeUndefined();
  expect(lacking(after, null, COPIES)).toBe("copy");
  expect(lacking(after, before, COPIES)).toBe("copy");
  expect(lacking(after, since, COPIES)).toBeUndefined();
});

/** A site that copies its backups to `far`. */
async function startCopying(name: string) {
  const far = await startBuckets("far");
  onTestFinished(far.close);
  const dir = join(folder, name);
  const { ctx, close } = await createTestApp({ BACKUP_DIR: dir, ...copiesTo(far) });
  onTestFinished(close);
  const start = async () => onTestFinished(await startNightlyBackups(ctx));
  const night = (hours: number) =>
    ctx.pool.query(
      `insert into backups (bytes, file, nightly, finished_at, copied_at)
        values (1, '/elsewhere.tar', true, now() - $1 * interval '1 hour', now())`,
      [hours],
    );
  const asked = () => select(ctx, "select from pgboss.job where name = 'nightly-backup'");
  return { ctx, dir, start, night, asked, copies: () => far.keys("far") };
}

test("a night that is there is not made up for at the start", async () => {
  const { start, night, asked } = await startCopying("there");
  await night(0);
  await start();
  expect(await asked()).toEqual([]);
});

test("a night that was missed is made up for at the start, and copied elsewhere", async () => {
  const { ctx, dir, start, night, asked, copies } = await startCopying("missed");
  await night(49);
  await start();
  await start();
  expect(await asked(), "of two processes one does it").toHaveLength(1);
  await expect.poll(copies, { timeout: 60_000 }).toHaveLength(1);
  const [file = ""] = await readdir(dir);
  expect(await copies()).toEqual([file]);
  await expect
    .poll(() =>
      select(
        ctx,
        "select file, copied_at > now() - interval '1 hour' as copied from backups where bytes > 1",
      ),
    )
    .toEqual([{ file: join(dir, file), copied: true }]);
});

test("where the copy alone is lacking, starts make it and no other backup, which would push out older ones", async () => {
  const { ctx, dir, start, copies } = await startCopying("uncopied");
  await mkdir(dir);
  await backUpTonight(ctx, { dir, keep: 7 });
  const [file = ""] = await readdir(dir);
  await start();
  await start();
  const copied = async () => (await select(ctx, "select from backups where copied_at is not null")).length;
  await expect.poll(copied, { timeout: 60_000 }).toBe(1);
  expect(await copies()).toEqual([file]);
  expect(await readdir(dir)).toEqual([file]);
});

test("the admin is told once of a night that failed", async () => {
  const dir = join(folder, "failing");
  const failing = await startAccountsSite({ BACKUP_DIR: dir, ADMIN_EMAIL: "dona@exemplo.com.br" });
  onTestFinished(failing.close);
  const { ctx, mails } = failing;
  // Nothing lacks until the folder is broken.
  await ctx.pool.query(
    "insert into backups (bytes, file, nightly, finished_at) values (1, '/here.tar', true, now())",
  );
  const stop = await startNightlyBackups(ctx);
  onTestFinished(stop);
  await ctx.pool.query("delete from backups where true");
  await rm(dir, { recursive: true });
  await writeFile(dir, "no folder");
  // This is its only try.
  await ctx.pool.query("update pgboss.queue set retry_limit = 0 where name = 'nightly-backup'");
  await ctx.jobs.wake("nightly-backup", { lacks: "backup" });
  const failed = await mails.waitFor("dona@exemplo.com.br");
  expect(failed.subject).toBe("A cópia de segurança da Prompteca não foi feita");
  expect(failed.text).toMatch(/A cópia de segurança de \d.* não foi feita\./);
  expect(failed.text).toContain(`Motivo: BACKUP_DIR: ${dir} is no folder`);
  expect(failed.text).toContain("Ainda não há nenhuma.");

  // The same night is late as well, once the database is old enough.
  await ctx.pool.query("update schema_migrations set applied_at = now() - interval '27 hours' where true");
  await watchBackups(ctx, watched(ctx));
  expect(await mailJobs(ctx), "of this night it was told").toBe(1);
});

test("the admin is told once of a night that is late", async () => {
  const late = await startAccountsSite({
    BACKUP_DIR: join(folder, "late"),
    ADMIN_EMAIL: "dona@exemplo.com.br",
  });
  onTestFinished(late.close);
  const { ctx, mails } = late;
  const backup = watched(ctx);
  await watchBackups(ctx, backup);
  expect(await mailJobs(ctx), "the database is not a day old").toBe(0);
  await ctx.pool.query("update schema_migrations set applied_at = now() - interval '27 hours' where true");
  await ctx.pool.query(
    "insert into backups (bytes, file, finished_at) values (1, '/here.tar', now() - interval '25 hours 50 minutes')",
  );
  await watchBackups(ctx, backup);
  expect(await mailJobs(ctx), "not late yet").toBe(0);
  await ctx.pool.query(
    "update backups set finished_at = now() - interval '26 hours 10 minutes' where file = '/here.tar'",
  );
  await Promise.all(Array.from({ length: 5 }, () => watchBackups(ctx, backup)));
  expect(await mailJobs(ctx), "of five processes one tells").toBe(1);
  const told = await mails.waitFor("dona@exemplo.com.br");
  expect(told.text).toContain("A última é de ");
  expect(told.text).not.toContain("Motivo");

  const copying = { ...backup, copies: COPIES };
  await ctx.pool.query(
    "delete from backup_alarms where true; update backups set finished_at = now() where file = '/here.tar'",
  );
  await watchBackups(ctx, copying);
  expect(await mailJobs(ctx), "copies are asked for since this process began").toBe(1);
  await ctx.pool.query(
    "insert into backups (bytes, file, finished_at, copied_at) values (1, '/old.tar', now() - interval '27 hours', now())",
  );
  await watchBackups(ctx, copying);
  const uncopied = await mails.waitFor("dona@exemplo.com.br", 2);
  expect(uncopied.subject).toBe("A cópia de segurança não saiu do servidor");
  expect(uncopied.text).toContain("A última guardada fora é de ");
});

test("nightly backups are scheduled where BACKUP_DIR is set", async () => {
  const nightly = await createTestApp({ BACKUP_DIR: join(folder, "nightly"), BACKUP_AT: "03:07" });
  onTestFinished(nightly.close);
  const stop = await startNightlyBackups(nightly.ctx);
  expect(
    await select(nightly.ctx, "select cron, timezone from pgboss.schedule where name = 'nightly-backup'"),
  ).toEqual([{ cron: "7 3 * * *", timezone: "UTC" }]);
  stop();

  const config = readConfig({ BACKUP_DIR: "/dev/null/backups" });
  await expect(startNightlyBackups({ ...nightly.ctx, config })).rejects.toThrow(
    /^BACKUP_DIR: nothing can be written there \(ENOTDIR/,
  );
});

test("a backup that was complete but not recorded when the site was killed is recorded by the next one", async () => {
  const dir = join(folder, "killed");
  const away = new Error("the database is away");
  const { pool, storage, log } = site.ctx;
  const failing = { connect: () => pool.connect(), query: () => Promise.reject(away) } as unknown as Pool;
  await mkdir(dir);
  await expect(backUpTonight({ pool: failing, storage, log }, { dir, keep: 2 })).rejects.toThrow(away);
  const [unrecorded = ""] = await readdir(dir);
  expect(unrecorded).toMatch(/\.tar\.unrecorded$/);
  const names = async () => (await readdir(dir)).sort();
  const rows = () => select<{ file: string }>(site.ctx, `select file from backups where file like '${dir}%'`);
  const first = unrecorded.replace(".unrecorded", "");

  await backUpTonight(site.ctx, { dir, keep: 2 });
  expect(await names()).toEqual([first, expect.stringMatching(/\.tar$/)]);
  expect((await rows()).map(({ file }) => file).sort()).toEqual((await names()).map((n) => join(dir, n)));
  await backUpTonight(site.ctx, { dir, keep: 2 });
  expect(await names()).not.toContain(first);
  expect(await rows()).toHaveLength(2);
  await site.ctx.pool.query("delete from backups where file like $1", [`${dir}%`]);
});

test("rotation keeps the newest nightly backups, and every other file", async () => {
  const dir = join(folder, "rotated");
  await backUpSite(site.ctx, join(dir, "by-hand.tar"));
  await writeFile(join(dir, "prompteca-2020-01-01T00-00-00-000Z.tar"), "somebody's");
  const made: string[] = [];
  for (let night = 0; night < 4; night++) {
    await backUpTonight(site.ctx, { dir, keep: 2 });
    made.push((await selectLastBackup(site.ctx.db))?.file ?? "");
  }
  const left = [
    "by-hand.tar",
    "prompteca-2020-01-01T00-00-00-000Z.tar",
    ...made.slice(2).map((p) => p.slice(dir.length + 1)),
  ];
  expect((await readdir(dir)).sort()).toEqual(left.sort());
  expect(await select(site.ctx, "select file from backups where nightly order by file")).toEqual(
    made.slice(2).map((file) => ({ file })),
  );

  // One that fails leaves those before it alone, and nothing of itself.
  const ending = AbortSignal.abort(new Error("the site ends"));
  await expect(backUpTonight(site.ctx, { dir, keep: 1 }, ending)).rejects.toThrow("the site ends");
  expect((await readdir(dir)).sort()).toEqual(left.sort());
});
