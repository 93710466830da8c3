import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chown, cp, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
import { type Postgres, startPostgres } from "./postgres.ts";

type Connection = Postgres["connection"];

const SCRIPT = fileURLToPath(import.meta.resolve("#tests/support/postgres-process.ts"));
const IS_ROOT = process.getuid?.() === 0;
/** `nobody` on most systems; any account without rights will do. */
const SOMEBODY = 65534;

let seed: string;
let folder: string;
let dataDir: string;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  seed = await makeTestFolder();
  const postgres = await startPostgres({ dataDir: join(seed, "postgres") });
  await query(postgres.connection, "create table notes (text text primary key)");
  await postgres.stop();
});
afterAll(() => removeTestFolder(seed));

// Folders for tests are closed to all but their maker: as root, PostgreSQL runs below one that it may not enter.
beforeEach(async () => {
  folder = await makeTestFolder();
  dataDir = join(folder, "postgres");
});
afterEach(async () => {
  for (const child of processes.splice(0)) child.kill("SIGKILL");
  await removeTestFolder(folder);
});

/** A cluster as an earlier run left it; copied by root it belongs to root. */
const existingCluster = () => cp(join(seed, "postgres"), dataDir, { recursive: true });

/** Another process starts PostgreSQL on the same folder. */
async function startElsewhere(options: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {}) {
  const child = fork(SCRIPT, [dataDir], { execArgv: [], ...options });
  processes.push(child);
  const [message] = await once(child, "message");
  return { child, ...(message as { connection?: Connection; refused?: string }) };
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function query(connection: Connection | undefined, sql: string) {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const write = (connection: Connection | undefined, text: string) =>
  query(connection, `insert into notes values ('${text}')`);
const notes = (connection: Connection | undefined) =>
  query(connection, "select text from notes order by text");
const serverPid = async () => Number.parseInt(await readFile(join(dataDir, "postmaster.pid"), "utf8"), 10);

describe("startPostgres", () => {
  test("makes a database at the first start and finds it again at the next", async () => {
    const first = await startPostgres({ dataDir });
    await query(first.connection, "create table notes (text text); insert into notes values ('olá')");
    await first.stop();
    const second = await startPostgres({ dataDir });
    expect(await notes(second.connection)).toEqual([{ text: "olá" }]);
    expect((await stat(dataDir)).uid === 0).toBe(false);
    await second.stop();
    await expect(stat(second.connection.host)).rejects.toThrow("ENOENT");
  });

  test("is safe on disk and gives the site no rights beyond its database", async () => {
    await existingCluster();
    const { connection, stop } = await startPostgres({ dataDir });
    const [settings] = await query(
      connection,
      `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
        current_setting('listen_addresses') as tcp, rolsuper as super from pg_roles where rolname = current_user`,
    );
    expect(settings).toEqual({ fsync: "on", checksums: "on", tcp: "", super: false });
    await stop();
  });

  test("writes nothing about people to its log", async () => {
    await existingCluster();
    const { connection, stop } = await startPostgres({ dataDir });
    await write(connection, "maria@exemplo.com.br");
    await expect(write(connection, "maria@exemplo.com.br")).rejects.toThrow("duplicate key");
    await stop();
    const log = await readFile(`${dataDir}.log`, "utf8");
    expect(log).toContain("database system is shut down");
    expect(log).not.toContain("exemplo");
  });

  test("takes over the server of a process that was killed", async () => {
    await existingCluster();
    const { child, connection } = await startElsewhere();
    await write(connection, "acknowledged");
    const before = await serverPid();
    await killed(child);
    const postgres = await startPostgres({ dataDir });
    expect(await serverPid()).toBe(before);
    expect(postgres.connection).toEqual(connection);
    expect(await notes(postgres.connection)).toEqual([{ text: "acknowledged" }]);
    await postgres.stop();
    await expect(serverPid()).rejects.toThrow("ENOENT");
  });

  test("recovers when process and server were killed, also when the server's number is another process's now", async () => {
    await existingCluster();
    const { child, connection } = await startElsewhere();
    await write(connection, "acknowledged");
    const pid = await serverPid();
    await killed(child);
    process.kill(pid, "SIGKILL");
    const pidFile = join(dataDir, "postmaster.pid");
    await writeFile(pidFile, (await readFile(pidFile, "utf8")).replace(String(pid), String(process.ppid)));
    const postgres = await startPostgres({ dataDir });
    expect(await notes(postgres.connection)).toEqual([{ text: "acknowledged" }]);
    await postgres.stop();
  });

  test("brings a killed server back under the same connection", async () => {
    await existingCluster();
    const { connection, stop } = await startPostgres({ dataDir });
    await write(connection, "acknowledged");
    process.kill(await serverPid(), "SIGKILL");
    await expect.poll(() => notes(connection), { timeout: 10_000 }).toEqual([{ text: "acknowledged" }]);
    const elsewhere = await startElsewhere();
    expect(elsewhere.refused).toContain("Another Prompteca");
    await stop();
  });

  test("refuses a second process by name, and leaves the first one alone", async () => {
    await existingCluster();
    const { child, connection } = await startElsewhere();
    await expect(startPostgres({ dataDir })).rejects.toThrow(
      `Another Prompteca (process ${child.pid}) is running on ${folder}. Stop it first, or give this one another ` +
        "folder with DATA_DIR.",
    );
    expect(await notes(connection)).toEqual([]);
  });

  test("lets one of two first starts at once have the folder", async () => {
    const both = await Promise.all([startElsewhere(), startElsewhere()]);
    expect(both.map(({ connection }) => Boolean(connection)).sort()).toEqual([false, true]);
    expect(both.find(({ refused }) => refused)?.refused).toContain(`is running on ${folder}`);
    const winner = both.find(({ connection }) => connection);
    expect(await query(winner?.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("says why PostgreSQL does not start", async () => {
    await existingCluster();
    await writeFile(join(dataDir, "PG_VERSION"), "17\n");
    await expect(startPostgres({ dataDir })).rejects.toThrow(
      /PostgreSQL did not start in .*: .*database files are incompatible with server/,
    );
  });

  test.skipIf(!IS_ROOT)("runs as an ordinary account too", async ({ skip }) => {
    const account = { uid: SOMEBODY, gid: SOMEBODY };
    skip(spawnSync("test", ["-r", SCRIPT], account).status !== 0, "other accounts cannot read this folder");
    await chown(folder, account.uid, account.gid);
    const home = join(folder, "home");
    const { connection } = await startElsewhere({ ...account, env: { PATH: process.env.PATH, HOME: home } });
    expect(await query(connection, "select 1 as one")).toEqual([{ one: 1 }]);
    expect((await stat(dataDir)).uid).toBe(account.uid);
    expect((await stat(join(home, ".cache/prompteca"))).uid).toBe(account.uid);
    await expect(mkdir(home)).rejects.toThrow("EEXIST");
  });
});
