/** What backups contain, and which of them a restore refuses. */
import { randomInt } from "node:crypto";
import { cp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { tokenOf } from "#accounts/server/mails/one-time-tokens.ts";
import { signUp } from "#accounts/server/sign-up/signups.service.ts";
import { migrations } from "#app/server/open-context.ts";
import { createArchive, openArchive } from "#platform/backup/archive.ts";
import { writeBackup } from "#platform/backup/backup.ts";
import type { Manifest } from "#platform/backup/manifest.ts";
import { restoreBackup } from "#platform/backup/restore.ts";
import { migrate } from "#platform/database/migrate.ts";
import { openJobs } from "#platform/jobs.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { mediaFiles } from "#tests/support/media-files.ts";
import { emptyPlace, publishInColor, select } from "#tests/support/places.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";
import { backUpSite } from "./backups.ts";

// A restore makes every table and index anew, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const site = setUpTestApp();
let ana: TestUser;
let folder: string;

beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
  folder = await makeTestFolder();
  await publishInColor(site, ana, "#aa0000");
});
afterAll(() => rm(folder, { recursive: true }));

let backups = 0;
const newPath = () => join(folder, `${++backups}.tar`);

const tablesOf = (database: TestDatabase) =>
  select(
    database,
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );

/** The same backup with other lines of jobs, or another manifest. */
async function rewritten(
  path: string,
  { job = (line: string) => line, manifest: change = (_: Manifest) => {} },
): Promise<string> {
  const from = await openArchive(path);
  const changed = newPath();
  const to = await createArchive(changed);
  await from.read(async (name, body) => {
    if (!name.startsWith("jobs/")) return to.add(name, body);
    const lines = zstdDecompressSync(body).toString().trim().split("\n");
    await to.add(name, zstdCompressSync(Buffer.from(`${lines.map(job).join("\n")}\n`)));
  });
  const manifest = from.manifest as Manifest;
  change(manifest);
  await to.finish(manifest);
  await from.close();
  return changed;
}

test("a backup contains the mails that wait, and no secret", async () => {
  const email = "carla@exemplo.com.br";
  // Nobody works on the queue: the mail waits.
  const jobs = await openJobs(site.ctx.pool.options, site.ctx.log);
  await jobs.work("mail", { retryLimit: 50, retryDelay: 2, retryDelayMax: 900 }, async () => {
    throw new Error("the mail server is away");
  });
  const password = "pitanga-verde-93";
  await signUp(
    site.ctx,
    { email, password, data: { username: "Carla" } },
    { ip: "127.0.0.1", userAgent: null },
  );
  const queued = `select id, name, data, retry_limit, heartbeat_seconds from pgboss.job
    where name = 'mail' order by id`;
  const given = await jobs.send(site.ctx.db, "mail", { to: "given up" });
  await site.ctx.pool.query("update pgboss.job set state = 'failed' where id = $1", [given]);
  const waiting = await select(site.ctx, queued);
  expect(waiting).toHaveLength(2);
  await jobs.stop();

  const path = newPath();
  await backUpSite(site.ctx, path);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const place = await emptyPlace();
  await place.restore(path);
  expect(await select(place.database, queued)).toEqual(waiting);
  expect(await select(place.database, "select distinct state from pgboss.job where name = 'mail'")).toEqual([
    { state: "created" },
  ]);

  const [token] = await select<{ id: string }>(site.ctx, "select id from one_time_tokens");
  const parts: Buffer[] = [];
  const archive = await openArchive(path);
  await archive.read(async (name, body) => {
    parts.push(name.endsWith(".zst") ? zstdDecompressSync(body) : body);
  });
  await archive.close();
  const text = Buffer.concat([...parts, Buffer.from(JSON.stringify(archive.manifest))]).toString("latin1");
  expect(text).toContain(email);
  const key = "a secret of the tests, long enough for it";
  const mailed = tokenOf(site.ctx, token?.id ?? "");
  for (const secret of [key, PASSWORD, password, ana.token, ana.refreshToken, mailed]) {
    expect(secret.length).toBeGreaterThan(10);
    expect(text).not.toContain(secret);
  }
});

test("a backup that is damaged anywhere or truncated is refused whole", async () => {
  const path = newPath();
  await backUpSite(site.ctx, path);
  const whole = await readFile(path);
  const place = await emptyPlace();
  const refused = async (bytes: Buffer) => {
    const damaged = newPath();
    await writeFile(damaged, bytes);
    await expect(place.restore(damaged)).rejects.toThrow(
      /is damaged, cut short or no backup: nothing of it was used/,
    );
    await rm(damaged);
  };
  const tail = [2047, 2040, 1600, 1536, 1535, 1500, 1460, 1024, 512, 1].map((back) => whole.length - back);
  const anywhere = Array.from({ length: 30 }, () => randomInt(whole.length));
  for (const at of [0, 100, 511, 512, ...tail, ...anywhere]) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] as number) ^ (1 << randomInt(8));
    await refused(bytes);
  }
  const lengths = [0, 1, 512, 2048, 4096, whole.length - 512, whole.length - 1, randomInt(whole.length)];
  for (const length of lengths) await refused(whole.subarray(0, length));
  await refused(Buffer.concat([whole, Buffer.alloc(512)]));
  expect(await tablesOf(place.database)).toEqual([]);
  expect(await mediaFiles(place.dataDir)).toEqual([]);
  await place.restore(path);
  expect((await mediaFiles(place.dataDir)).length).toBeGreaterThan(0);
});

test("a backup is not restored into a database with tables or jobs, nor written over a file", async () => {
  const path = newPath();
  await backUpSite(site.ctx, path);
  await expect(backUpSite(site.ctx, path)).rejects.toThrow("a backup never replaces a file");
  const place = await emptyPlace();
  await place.database.pool.query("create table notes (text text)");
  await expect(place.restore(path)).rejects.toThrow("is not empty");
  expect(await tablesOf(place.database)).toEqual([{ relname: "notes" }]);
  await place.database.pool.query("drop table notes");
  const jobs = await openJobs(place.database.connection, site.ctx.log);
  await jobs.schedule("waiting", "0 0 1 1 *", async () => {});
  await place.database.pool.query("delete from pgboss.schedule");
  await jobs.send(place.database.db, "waiting", {}, 3600);
  await jobs.stop();
  await expect(place.restore(path)).rejects.toThrow("is not empty");
  expect(await mediaFiles(place.dataDir)).toEqual([]);
});

test("a backup of an older schema is brought up to this one; one of a newer schema is refused", async () => {
  const older = await makeTestFolder();
  onTestFinished(() => rm(older, { recursive: true }));
  const fewer = pathToFileURL(`${older}/`);
  const files = (await readdir(migrations)).sort();
  for (const file of files.slice(0, 2)) await cp(new URL(file, migrations), join(older, file));
  const place = await emptyPlace();
  await migrate(place.database.pool, fewer);
  await place.database.pool.query(
    `insert into users (id, email, username) values ('${ana.id}', 'ana@exemplo.com', 'Ana');
    insert into images values ('${"a".repeat(32)}', 1, 1, false, '#000000', 1);
    insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
      values ('${ana.id}', 1, 'Antigo', 'Um poema antigo', '${"a".repeat(32)}', '')`,
  );
  const path = newPath();
  await writeBackup({ pool: place.database.pool, path });
  const { database } = await emptyPlace();
  await restoreBackup({ path, connection: database.connection, migrations });
  expect(await select(database, "select title, edited_at from prompts")).toEqual([
    { title: "Antigo", edited_at: null },
  ]);
  expect(await select(database, "select name from schema_migrations order by name")).toEqual(
    files.map((name) => ({ name })),
  );

  const newer = newPath();
  await writeBackup({ pool: site.ctx.pool, path: newer });
  const refusing = await emptyPlace();
  const { connection } = refusing.database;
  await expect(restoreBackup({ path: newer, connection, migrations: fewer })).rejects.toThrow(
    `The backup is newer than this version of Prompteca: it has migration ${files[2]}`,
  );
  expect(await tablesOf(refusing.database)).toEqual([]);
});

test("a backup whose jobs have fewer fields than today's is restored; one that differs afterwards is rolled back", async () => {
  const jobs = await openJobs(site.ctx.pool.options, site.ctx.log);
  await jobs.schedule("waiting", "0 0 1 1 *", async () => {});
  await site.ctx.pool.query("delete from pgboss.schedule where name = 'waiting'");
  await jobs.stop();
  const id = await site.ctx.jobs.send(site.ctx.db, "waiting", { some: ["data"] }, 3600);
  const path = newPath();
  await writeBackup({ pool: site.ctx.pool, path });
  await site.ctx.pool.query("delete from pgboss.job where id = $1", [id]);

  const older = { job: (line: string) => line.replace(/,"expireInSeconds":\d+/, "") };
  const { database, restore } = await emptyPlace();
  await restore(await rewritten(path, older));
  expect(await select(database, "select id, data from pgboss.job where name = 'waiting'")).toEqual([
    { id, data: { some: ["data"] } },
  ]);

  // Comes out of the database as it is always written, and so not as it is here.
  const time = '"startAfter":"2026-01-01T00:00:00Z"';
  const otherJob = { job: (line: string) => line.replace(/"startAfter":"[^"]*"/, time) };
  const otherRows = {
    manifest({ tables }: Manifest) {
      for (const table of tables) if (table.name === "users") table.sha256 = "0".repeat(64);
    },
  };
  for (const [change, reason] of [
    [otherJob, /the job [0-9a-f-]+ differs from the backup/],
    [otherRows, /table users differs from the backup/],
  ] as const) {
    const place = await emptyPlace();
    await expect(place.restore(await rewritten(path, change))).rejects.toThrow(reason);
    expect(await tablesOf(place.database)).toEqual([]);
  }
});
