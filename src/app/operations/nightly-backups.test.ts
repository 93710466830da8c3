/** Nightly backups: schedule, record, rotation. */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { selectLastBackup } from "#platform/backup/backup-records.queries.ts";
import { readConfig } from "#platform/config/config.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createTestApp } from "#tests/support/app.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { select } from "#tests/support/places.ts";
import { backUpSite, backUpTonight, startNightlyBackups } from "./backups.ts";

const site = setUpTestApp();
let folder: string;

beforeAll(async () => {
  folder = await makeTestFolder();
});
afterAll(() => rm(folder, { recursive: true }));

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
