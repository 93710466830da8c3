/** Contents of backups, and which of them a restore refuses. */
import { randomInt } from "node:crypto";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tokenOf } from "#accounts/server/mails/one-time-tokens.ts";
import { signUp } from "#accounts/server/sign-up/signups.service.ts";
import { migrations } from "#app/server/open-context.ts";
import { createArchive, openArchive } from "#platform/backup/archive.ts";
import { writeBackup } from "#platform/backup/backup.ts";
import type { Manifest } from "#platform/backup/manifest.ts";
import { restoreBackup } from "#platform/backup/restore.ts";
import { appliedMigrations, migrate } from "#platform/database/migrate.ts";
import { openJobs } from "#platform/jobs.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { mediaFiles } from "#tests/support/media-files.ts";
import { createOldDatabase, ROWS_OF_0049, recordUntil } from "#tests/support/old-database.ts";
import { emptyPlace, publishInColor, select } from "#tests/support/places.ts";
import { schemaOf } from "#tests/support/schema-of.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";
import { backUpSite } from "./backups.ts";

// A restore makes every table and index anew, which takes seconds on a busy machine.
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
  await place.database.pool.query("delete from pgboss.schedule where name = 'waiting'");
  await jobs.send(place.database.db, "waiting", {}, 3600);
  await jobs.stop();
  await expect(place.restore(path)).rejects.toThrow("is not empty");
  expect(await mediaFiles(place.dataDir)).toEqual([]);
});

test.each([0, 1])(
  "a backup made at 0049, %i migrations after it, is brought up to today's schema",
  async (steps) => {
    const old = await createOldDatabase(ROWS_OF_0049, steps);
    const path = newPath();
    await writeBackup({ pool: old.pool, path });
    const { database } = await emptyPlace();
    await restoreBackup({ path, connection: database.connection, migrations });
    expect(await schemaOf(database.pool)).toEqual(await schemaOf(site.ctx.pool));
    expect(await appliedMigrations(database.pool)).toEqual(await appliedMigrations(site.ctx.pool));

    // Like the database itself, taken over.
    await migrate(old.pool, migrations);
    for (const table of [
      "users",
      "prompts",
      "prompt_stats",
      "prompt_versions",
      "audit_log",
      "sessions",
      "withdrawn_reactions",
    ]) {
      const rows = `select to_jsonb(t)::text from ${table} t order by 1`;
      expect(await select(database, rows), table).toEqual(await select(old, rows));
    }
    await old.close();
  },
);

test("a backup of a newer schema, or of one that is too old, is refused", async () => {
  const path = newPath();
  await writeBackup({ pool: site.ctx.pool, path });
  const { database } = await emptyPlace();
  const restored = async (applied: Manifest["migrations"]) => {
    const manifest = (of: Manifest) => {
      of.migrations = applied;
    };
    const { connection } = database;
    return restoreBackup({ path: await rewritten(path, { manifest }), connection, migrations });
  };
  const newer = [...(await appliedMigrations(site.ctx.pool)), { name: "9999_future.sql", checksum: "" }];
  await expect(restored(newer)).rejects.toThrow(
    "The backup is newer than this version of Prompteca: it has migration 9999_future.sql, which is unknown here.",
  );
  await expect(restored(recordUntil("0012_barred_addresses.sql"))).rejects.toThrow(
    "The backup is too old for this version of Prompteca: its last migration is 0012_barred_addresses.sql.",
  );
  expect(await tablesOf(database)).toEqual([]);
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
