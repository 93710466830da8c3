import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { PoolConfig } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { migrations } from "#app/server/open-context.ts";
import { type Database, openDatabase } from "#platform/database/db.ts";
import { migrate } from "#platform/database/migrate.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import { createTestApp } from "#tests/support/app.ts";
import { command } from "#tests/support/command.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
import { mediaFiles } from "#tests/support/media-files.ts";

const SCRIPT = fileURLToPath(import.meta.resolve("#tests/support/postgres-process.ts"));
const HASH = "a".repeat(32);
const ROWS = `select users.id, email, title, image_hash, likes_count from users
  left join prompts on user_id = users.id left join prompt_stats on prompt_id = prompts.id order by email`;

let folder: string;
let place: string;
beforeAll(async () => {
  [folder, place] = await Promise.all([makeTestFolder(), makeTestFolder()]);
});
afterAll(async () => {
  await removeTestFolder(folder);
  await rm(place, { recursive: true });
});

test("npm's commands have a heap that is bounded as the site's is, not by the machine", async () => {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
    scripts: Record<string, string>;
  };
  const runners = Object.values(scripts).flatMap((script) =>
    script.split(" src/app/operations/command.ts")[1] ? [script.split(" ")[0]] : [],
  );
  expect(runners).toEqual(Array(10).fill("scripts/node.sh"));
  const limit = "process.stdout.write(String(v8.getHeapStatistics().heap_size_limit))";
  const { stdout } = await promisify(execFile)("scripts/node.sh", ["--eval", limit]);
  expect(Number(stdout) / 1024 ** 2).toBeLessThan(250);
});

test("what is no command is told which there are, also a name that every object has", async () => {
  const names =
    "Commands: backup, restore, doctor, maintenance, keys:rotate, admin:link, passkeys:reset, demo:remove, records:export, move-in\n";
  for (const name of ["", "backups", "constructor"])
    expect(await command({}, name)).toEqual({ said: names, done: false });
});

test("the files of a move are named from where the caller is", async () => {
  const { databaseUrl, close } = await createTestApp();
  onTestFinished(close);
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: place, INIT_CWD: "/srv" };
  const from = ["move-in", "--from", "postgres://ana@127.0.0.1:1/nada"];
  for (const option of ["--pictures", "--mapping"])
    expect(await command(env, ...from, option, "of/ana")).toEqual({
      said: expect.stringMatching(new RegExp(`^${option}: ENOENT: .*'/srv/of/ana'`)),
      done: false,
    });
});

test("the admin's lost passkeys are asked to go, once, by the operator whom the log names", async () => {
  const { ctx, databaseUrl, close } = await createTestApp();
  onTestFinished(close);
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: place,
    ADMIN_EMAIL: "chefe@exemplo.com",
    SUDO_USER: "maria",
  };
  expect(await command(env, "passkeys:reset")).toEqual({
    said: expect.stringContaining("Usuário não encontrado"),
    done: false,
  });
  await ctx.pool.query(
    "insert into users (email, username, had_passkey) values ('chefe@exemplo.com', 'Chefe', true)",
  );
  expect((await command(env, "passkeys:reset")).done).toBe(false);
  await ctx.pool.query(
    "insert into passkeys (user_id, credential_id, public_key, counter, backed_up, name) select id, 'x', '', 0, false, 'Perdida' from users",
  );
  const asked = await command(env, "passkeys:reset");
  expect(asked).toEqual({
    said: expect.stringMatching(
      /^The admin's passkeys go on 20\S+Z, unless the admin, who is told by mail, stops it\. It is in the audit log\.\n$/,
    ),
    done: true,
  });
  // Asked again, nothing begins anew.
  expect(await command(env, "passkeys:reset")).toEqual(asked);
  const one = async (query: string) => (await ctx.pool.query(query)).rows;
  expect(await one("select action, admin_username from audit_log")).toEqual([
    { action: "passkeys_reset", admin_username: "maria" },
  ]);
  expect(
    await one("select due_at - asked_at between '23 hours' and '25 hours' as day from passkey_resets"),
  ).toEqual([{ day: true }]);
  expect(await one("select count(*)::int as mails from pgboss.job where name = 'mail'")).toEqual([
    { mails: 1 },
  ]);
});

test("commands on a database where no site was ever started work, or say what to do", async () => {
  const { pool, url, close } = await createTestDatabase();
  onTestFinished(close);
  const env = { DATABASE_URL: url, DATA_DIR: place, ADMIN_EMAIL: "chefe@exemplo.com" };
  await pool.query("insert into users (email, username) values ('chefe@exemplo.com', 'Chefe')");
  await pool.query(
    "insert into passkeys (user_id, credential_id, public_key, counter, backed_up, name) select id, 'x', '', 0, false, 'Perdida' from users",
  );
  expect(await command(env, "passkeys:reset")).toEqual({
    said: "Start the site once on this database, and then run this again.\n",
    done: false,
  });
  // Nothing of it was kept.
  expect((await pool.query("select from passkey_resets")).rowCount).toBe(0);
  const records = ["records:export", "--user", "Chefe", "--order", "1", "--out", join(place, "r.zip")];
  for (const args of [["admin:link"], ["keys:rotate"], ["demo:remove"], records])
    expect(await command(env, ...args)).toEqual({ said: expect.any(String), done: true });
});

describe("an embedded site in use", () => {
  const KEYS = [`${HASH}-300.webp`, "preview-1.jpg"];
  let site: ChildProcess;
  let used: Database;
  let here: { DATA_DIR: string; BACKUP_DIR: string };
  /** What the command said of its backup, that backup, and what the site had then. */
  let backup: Awaited<ReturnType<typeof command>>;
  let path: string;
  let rows: unknown[];

  beforeAll(async () => {
    here = { DATA_DIR: folder, BACKUP_DIR: join(folder, "backups") };
    // Another process holds the folder, as the running site does.
    site = fork(SCRIPT, [join(folder, "postgres")], { execArgv: [] });
    const [{ connection }] = (await once(site, "message")) as [{ connection: PoolConfig }];
    used = await openDatabase(connection, { max: 1 });
    await migrate(used.pool, migrations);
    await used.pool.query(
      `insert into users (email, username) values ('ana@exemplo.com', 'Ana'), ('beto@exemplo.com', 'Beto');
      insert into images values ('${HASH}', 300, 200, false, '#000000', 3);
      insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
        select id, 3, 'Um poema', 'Escreva um poema', '${HASH}', '' from users where username = 'Ana';
      insert into likes select users.id, prompts.id from users, prompts`,
    );
    const storage = await openStorage({ dataDir: folder, s3: undefined });
    for (const key of KEYS) await storage.put(key, Buffer.from("abc"), "image/webp");
    rows = (await used.pool.query(ROWS)).rows;
    backup = await command(here, "backup");
    const [file = ""] = await readdir(here.BACKUP_DIR);
    path = join(here.BACKUP_DIR, file);
  });
  afterAll(async () => {
    await used?.close();
    site?.send("stop");
    if (site) await once(site, "exit");
  });

  test("is backed up, looked at and given a link beside itself", async () => {
    expect(backup).toEqual({
      said: expect.stringMatching(new RegExp(`^${path}: [\\d,]+ bytes, \\d+ rows and 2 picture files.\\n$`)),
      done: true,
    });
    expect((await used.pool.query("select file, bytes > 4096 as some, nightly from backups")).rows).toEqual([
      { file: path, some: true, nightly: false },
    ]);
    expect(await command(here, "admin:link")).toEqual({
      said: expect.stringMatching(/^A single-use link .* http:\/\/localhost:3000\/\S+\n$/),
      done: true,
    });
    expect((await command({ ...here, PUBLIC_URL: "http://127.0.0.1:1" }, "doctor")).said).toMatch(
      /^ok {7}database: its clock is that of this machine: not checked$/m,
    );
  });

  test("has a restore rehearsed beside it, which leaves nothing", async () => {
    const before = (await readdir(folder)).sort();
    const present = (await used.pool.query(ROWS)).rows;
    const rehearsed = await command(here, "restore", "--check", path);
    expect(rehearsed).toEqual({
      said: expect.stringMatching(
        /^This backup can be restored\. As of 20\S+Z, each row compared: \d+ rows and 2 picture files\. Nothing of the site was touched/,
      ),
      done: true,
    });
    expect((await readdir(folder)).sort()).toEqual(before);
    expect((await used.pool.query(ROWS)).rows).toEqual(present);
    const damaged = join(place, "damaged.tar");
    const bytes = await readFile(path);
    bytes.writeUInt8(bytes.readUInt8(9000) ^ 1, 9000);
    await writeFile(damaged, bytes);
    expect(await command(here, "restore", "--check", damaged)).toEqual({
      said: expect.stringContaining("is damaged, cut short or no backup"),
      done: false,
    });
    await rm(damaged);
    expect((await readdir(folder)).sort()).toEqual(before);
    // It is another process's all the while: nothing else may be started on it.
    expect(await command(here, "restore", path)).toEqual({
      said: expect.stringContaining("Another Prompteca"),
      done: false,
    });
  });

  test("moves to a server", async () => {
    const [server, files] = await Promise.all([createTestDatabase({ empty: true }), makeTestFolder()]);
    onTestFinished(async () => {
      await server.close();
      await rm(files, { recursive: true });
    });
    const there = { DATA_DIR: files, DATABASE_URL: server.url };
    expect(await command(there, "restore")).toEqual({
      said: "Which backup? npm run restore -- [--check] FILE\n",
      done: false,
    });
    const restore = await command(there, "restore", path);
    expect(restore).toEqual({
      said: expect.stringMatching(/each row compared: \d+ rows and 2 picture/),
      done: true,
    });
    expect((await server.pool.query(ROWS)).rows).toEqual(rows);
    expect(await mediaFiles(files)).toEqual(KEYS);
    expect(await command(there, "restore", path)).toEqual({
      said: expect.stringContaining("is not empty"),
      done: false,
    });
  });
});
