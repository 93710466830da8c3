import { execFile } from "node:child_process";
import { chown, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
import { openDatabase } from "./db.ts";
import { migrate } from "./migrate.ts";

const run = promisify(execFile);

/** Where Debian and its kin put each version's server programs. */
const SERVERS = "/usr/lib/postgresql";
const versions = (await readdir(SERVERS).catch(() => [])).filter((name) => Number(name) >= 15).sort();

test("DATABASE_URL: the migrations run on the oldest PostgreSQL server from 15 on that is installed", async ({
  skip,
}) => {
  const [version] = versions;
  skip(!version, "no PostgreSQL server is installed here");
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const folder = await makeTestFolder();
  if (account.uid) await chown(folder, account.uid, account.gid);
  const program = (name: string, ...options: string[]) =>
    run(join(SERVERS, version ?? "", "bin", name), options, { ...account, cwd: folder });
  const cluster = join(folder, "outside");
  const control = (...options: string[]) =>
    program("pg_ctl", "-D", cluster, "-l", join(folder, "log"), "--wait", ...options);

  await program(
    "initdb",
    "-D",
    cluster,
    "-U",
    "owner",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
  );
  await control("-o", `-c listen_addresses= -k ${folder} -c fsync=off`, "start");
  try {
    const url = `postgres://owner@localhost/postgres?host=${encodeURIComponent(folder)}`;
    const { pool, db, close } = await openDatabase({ connectionString: url }, { max: 2 });
    const applied = await migrate(pool, new URL("../../migrations/", import.meta.url));
    expect(applied[0]).toBe("0001_foundation.sql");
    expect(await db.selectFrom("llm_types").select("name").where("id", "=", 1).execute()).toEqual([
      { name: "ChatGPT" },
    ]);
    await close();
  } finally {
    await control("-m", "fast", "stop");
    await removeTestFolder(folder);
  }
});
