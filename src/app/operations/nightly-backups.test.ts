/** Nightly backups: schedule, record, rotation. */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { selectLastBackup } from "#platform/backup/backup-records.queries.ts";
import { readConfig } from "#platform/config/config.ts";
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

test("a night that was missed is made up for at the start, and copied elsewhere", async () => {
  const far = await startBuckets("far");
  onTestFinished(far.close);
  const dir = join(folder, "missed");
  const nightly = await createTestApp({ BACKUP_DIR: dir, ...copiesTo(far) });
  onTestFinished(nightly.close);
  const { ctx } = nightly;
  const asked = () => select(ctx, "select from pgboss.job where name = 'nightly-backup'");
  const night = (hours: number, copied: boolean) =>
    ctx.pool.query(
      `insert into backups (bytes, file, nightly, finished_at, copied_at)
        values (1, '/elsewhere.tar', true, now() - $1 * interval '1 hour', case when $2 then now() end)`,
      [hours, copied],
    );
  await night(0, true);
  (await startNightlyBackups(ctx))();
  expect(await asked(), "the last night is there").toEqual([]);

  await ctx.pool.query("delete from backups where true");
  await night(49, true);
  const stop = await startNightlyBackups(ctx);
  const again = await startNightlyBackups(ctx);
  expect(await asked(), "of two processes one does it").toHaveLength(1);
  await expect.poll(() => far.keys("far"), { timeout: 60_000 }).toHaveLength(1);
  const [file = ""] = await readdir(dir);
  expect(await far.keys("far")).toEqual([file]);
  await expect
    .poll(() =>
      select(
        ctx,
        "select file, copied_at > now() - interval '1 hour' as copied from backups where bytes > 1",
      ),
    )
    .toEqual([{ file: join(dir, file), copied: true }]);
  stop();
  again();

  // Where the copy alone is lacking no other backup is made: some starts would push out those of other nights.
  const copied = async () => (await select(ctx, "select from backups where copied_at is not null")).length;
  await ctx.pool.query(
    "update backups set copied_at = null where bytes > 1; delete from backups where bytes = 1",
  );
  const ends = [await startNightlyBackups(ctx), await startNightlyBackups(ctx)];
  await expect.poll(copied, { timeout: 60_000 }).toBe(1);
  expect(await readdir(dir)).toEqual([file]);
  for (const end of ends) end();
});

test("the admin is told once of a night that failed, or that is late", async () => {
  const dir = join(folder, "failing");
  const failing = await startAccountsSite({ BACKUP_DIR: dir, ADMIN_EMAIL: "dona@exemplo.com.br" });
  onTestFinished(failing.close);
  const { ctx, mails } = failing;
  const stop = await startNightlyBackups(ctx);
  // It was asked for a moment ago, because there is none yet, and this is its only try.
  await ctx.pool.query("update pgboss.job set retry_limit = 0 where name = 'nightly-backup'");
  await rm(dir, { recursive: true });
  await writeFile(dir, "no folder");
  const failed = await mails.waitFor("dona@exemplo.com.br");
  expect(failed.subject).toBe("A cópia de segurança da Prompteca não foi feita");
  expect(failed.text).toMatch(/A cópia de segurança de \d.* não foi feita\./);
  expect(failed.text).toContain(`Motivo: BACKUP_DIR: ${dir} is no folder`);
  expect(failed.text).toContain("Ainda não há nenhuma.");
  stop();

  const { backup } = ctx.config;
  if (!backup) throw new Error("BACKUP_DIR is set");
  await watchBackups(ctx, backup);
  const written = async () => (await select(ctx, "select from pgboss.job where name = 'mail'")).length;
  expect(await written(), "the database is not a day old").toBe(1);
  await ctx.pool.query("update schema_migrations set applied_at = now() - interval '27 hours' where true");
  await watchBackups(ctx, backup);
  expect(await written(), "of this night it was told").toBe(1);

  await ctx.pool.query("delete from backup_alarms where true");
  await ctx.pool.query(
    "insert into backups (bytes, file, finished_at) values (1, '/here.tar', now() - interval '25 hours 50 minutes')",
  );
  await watchBackups(ctx, backup);
  expect(await written(), "not late yet").toBe(1);
  await ctx.pool.query(
    "update backups set finished_at = now() - interval '26 hours 10 minutes' where file = '/here.tar'",
  );
  await Promise.all(Array.from({ length: 5 }, () => watchBackups(ctx, backup)));
  expect(await written(), "of five processes one tells").toBe(2);
  const late = await mails.waitFor("dona@exemplo.com.br", 2);
  expect(late.text).toContain("A última é de ");
  expect(late.text).not.toContain("Motivo");

  const copying = { ...backup, copies: COPIES };
  await ctx.pool.query(
    "delete from backup_alarms where true; update backups set finished_at = now() where file = '/here.tar'",
  );
  await watchBackups(ctx, copying);
  expect(await written(), "copies are asked for since this process began").toBe(2);
  await ctx.pool.query(
    "insert into backups (bytes, file, finished_at, copied_at) values (1, '/old.tar', now() - interval '27 hours', now())",
  );
  await watchBackups(ctx, copying);
  const uncopied = await mails.waitFor("dona@exemplo.com.br", 3);
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
