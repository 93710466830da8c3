import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { PoolConfig } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { migrations } from "#app/server/open-context.ts";
import { openDatabase } from "#platform/database/db.ts";
import { migrate } from "#platform/database/migrate.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import { command } from "#tests/support/command.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
import { mediaFiles } from "#tests/support/media-files.ts";

const SCRIPT = fileURLToPath(import.meta.resolve("#tests/support/postgres-process.ts"));
const HASH = "a".repeat(32);
const ROWS = `select users.id, email, title, image_hash, likes_count from users
  left join prompts on user_id = users.id left join prompt_stats on prompt_id = prompts.id order by email`;

let folder: string;
let place: string;
let server: TestDatabase;
beforeAll(async () => {
  [folder, place, server] = await Promise.all([
    makeTestFolder(),
    makeTestFolder(),
    createTestDatabase({ empty: true }),
  ]);
});
afterAll(async () => {
  await removeTestFolder(folder);
  await rm(place, { recursive: true });
  await server.close();
});

test("npm's commands have a heap that is bounded as the site's is, not by the machine", async () => {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
    scripts: Record<string, string>;
  };
  const runners = Object.values(scripts).flatMap((script) =>
    script.split(" src/app/operations/command.ts")[1] ? [script.split(" ")[0]] : [],
  );
  expect(runners).toEqual(Array(7).fill("scripts/node.sh"));
  const limit = "process.stdout.write(String(v8.getHeapStatistics().heap_size_limit))";
  const { stdout } = await promisify(execFile)("scripts/node.sh", ["--eval", limit]);
  expect(Number(stdout) / 1024 ** 2).toBeLessThan(250);
});

test("an embedded site in use is backed up, and moves to a server", { timeout: 240_000 }, async () => {
  // Another process holds the folder, as the running site does.
  const site = fork(SCRIPT, [join(folder, "postgres")], { execArgv: [] });
  onTestFinished(() => void site.kill("SIGKILL"));
  const [{ connection }] = (await once(site, "message")) as [{ connection: PoolConfig }];
  const { pool, close } = await openDatabase(connection, { max: 1 });
  await migrate(pool, migrations);
  await pool.query(
    `insert into users (email, username) values ('ana@exemplo.com', 'Ana'), ('beto@exemplo.com', 'Beto');
    insert into images values ('${HASH}', 300, 200, false, '#000000', 3);
    insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
      select id, 3, 'Um poema', 'Escreva um poema', '${HASH}', '' from users where username = 'Ana';
    insert into likes select users.id, prompts.id from users, prompts`,
  );
  const storage = await openStorage({ dataDir: folder, s3: undefined });
  const keys = [`${HASH}-300.webp`, "preview-1.jpg"];
  for (const key of keys) await storage.put(key, Buffer.from("abc"), "image/webp");
  const rows = (await pool.query(ROWS)).rows;

  const here = { DATA_DIR: folder, BACKUP_DIR: join(folder, "backups") };
  const backup = await command(here, "backup");
  const [file = ""] = await readdir(here.BACKUP_DIR);
  const path = join(here.BACKUP_DIR, file);
  expect(backup).toEqual({
    said: expect.stringMatching(new RegExp(`^${path}: [\\d,]+ bytes, \\d+ rows and 2 picture files.\\n$`)),
    done: true,
  });
  expect((await pool.query("select file, bytes > 4096 as some, nightly from backups")).rows).toEqual([
    { file: path, some: true, nightly: false },
  ]);
  expect(await command(here, "admin:link")).toEqual({
    said: expect.stringMatching(/^A single-use link .* http:\/\/localhost:3000\/\S+\n$/),
    done: true,
  });
  expect((await command({ ...here, PUBLIC_URL: "http://127.0.0.1:1" }, "doctor")).said).toMatch(
    /^ok {7}database: its clock is that of this machine: not checked$/m,
  );
  // It is another process's all the while: nothing else may be started on it.
  expect(await command(here, "restore", path)).toEqual({
    said: expect.stringContaining("Another Prompteca"),
    done: false,
  });
  await close();
  site.send("stop");
  await once(site, "exit");

  const there = { DATA_DIR: place, DATABASE_URL: server.url };
  expect(await command(there, "restore")).toEqual({
    said: "Which backup? npm run restore -- FILE\n",
    done: false,
  });
  const restore = await command(there, "restore", path);
  expect(restore).toEqual({
    said: expect.stringMatching(/each row compared: \d+ rows and 2 picture/),
    done: true,
  });
  expect((await server.pool.query(ROWS)).rows).toEqual(rows);
  expect(await mediaFiles(place)).toEqual(keys);
  expect(await command(there, "restore", path)).toEqual({
    said: expect.stringContaining("is not empty"),
    done: false,
  });
});
