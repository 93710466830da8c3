import { type ChildProcess, execFile, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { queryOnce } from "#tests/support/database.ts";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
import { SUPERUSER } from "./cluster.ts";
import { type Postgres, startPostgres } from "./postgres.ts";

type Connection = Postgres["connection"];

const SCRIPT = fileURLToPath(import.meta.resolve("#tests/support/postgres-process.ts"));
const CONNECT = fileURLToPath(import.meta.resolve("#tests/support/connect-as.ts"));
const IS_ROOT = process.getuid?.() === 0;
/** `nobody` on most systems; any unprivileged account works. */
const SOMEBODY = 65534;
const DAEMON = 1;

const processes: ChildProcess[] = [];

// Only their owner can enter the tests' folders: as root, PostgreSQL runs below one that it cannot enter.
const folder = await makeTestFolder();
const dataDir = join(folder, "postgres");
const pidFile = join(dataDir, "postmaster.pid");

beforeAll(() => running((connection) => query(connection, "create table notes (text text primary key)")));
afterEach(async () => {
  for (const child of processes.splice(0)) child.kill("SIGKILL");
  await running((connection) => query(connection, "truncate notes"));
});
afterAll(() => removeTestFolder(folder));

/** Starts PostgreSQL in this process, and stops it after some work. */
async function running(work: (connection: Connection) => Promise<unknown>): Promise<void> {
  const { connection, stop } = await startPostgres({ dataDir });
  await work(connection).finally(stop);
}

/** Starts PostgreSQL in another process. */
async function startElsewhere(
  folder = dataDir,
  options: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {},
) {
  const child = fork(SCRIPT, [folder], { execArgv: [], ...options });
  processes.push(child);
  const [message] = await once(child, "message");
  return { child, ...(message as { connection?: Connection; refused?: string }) };
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function end(child: ChildProcess | undefined): Promise<void> {
  child?.send("stop");
  if (child) await once(child, "exit");
}

const query = (connection: Connection | undefined, sql: string) => queryOnce({ ...connection }, sql);

/** Returns the server's response to another account. */
async function answerTo(uid: number, connection: Connection | undefined): Promise<string> {
  const child = fork(CONNECT, [String(uid), JSON.stringify(connection)], { execArgv: [] });
  const [message] = await once(child, "message");
  return message as string;
}

const write = (connection: Connection | undefined, text: string) =>
  query(connection, `insert into notes values ('${text}')`);
const notes = (connection: Connection | undefined) =>
  query(connection, "select text from notes order by text");
const serverPid = async () => Number.parseInt(await readFile(pidFile, "utf8"), 10);

describe("startPostgres", () => {
  test("finds its data again, and leaves nothing behind when it stops", async () => {
    const first = await startPostgres({ dataDir });
    await write(first.connection, "olá");
    await first.stop();
    await expect(stat(first.connection.host)).rejects.toThrow("ENOENT");
    await running(async (connection) => expect(await notes(connection)).toEqual([{ text: "olá" }]));
  });

  test("is safe on disk and gives the site no rights beyond its database", async () => {
    const facts = `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
      current_setting('listen_addresses') as tcp, rolsuper as super from pg_roles where rolname = current_user`;
    const expected = { fsync: "on", checksums: "on", tcp: "", super: false };
    await running(async (connection) => expect(await query(connection, facts)).toEqual([expected]));
  });

  test("writes nothing about people to its log", async () => {
    await running(async (connection) => {
      await write(connection, "maria@exemplo.com.br");
      await expect(write(connection, "maria@exemplo.com.br")).rejects.toThrow("duplicate key");
    });
    const log = await readFile(`${dataDir}.log`, "utf8");
    expect(log).toContain("database system is shut down");
    expect(log).not.toContain("exemplo");
  });

  test("takes over the server of a process that was killed", async () => {
    const { child, connection } = await startElsewhere();
    await write(connection, "acknowledged");
    const before = await serverPid();
    await killed(child);
    await running(async (again) => {
      expect(await serverPid()).toBe(before);
      expect(again).toEqual(connection);
      expect(await notes(again)).toEqual([{ text: "acknowledged" }]);
    });
    await expect(serverPid()).rejects.toThrow("ENOENT");
  });

  test("recovers when process and server were killed, also when the server's id is another process's now", async () => {
    const { child, connection } = await startElsewhere();
    await write(connection, "acknowledged");
    const pid = await serverPid();
    await killed(child);
    process.kill(pid, "SIGKILL");
    await writeFile(pidFile, (await readFile(pidFile, "utf8")).replace(String(pid), String(process.ppid)));
    await running(async (again) => expect(await notes(again)).toEqual([{ text: "acknowledged" }]));
  });

  test("restarts a killed server with the same connection", async () => {
    await running(async (connection) => {
      await write(connection, "acknowledged");
      process.kill(await serverPid(), "SIGKILL");
      await expect.poll(() => notes(connection)).toEqual([{ text: "acknowledged" }]);
      expect((await startElsewhere()).refused).toContain("Another Prompteca");
    });
  });

  test("refuses a second process by name, and leaves the first one alone", async () => {
    const { child, connection } = await startElsewhere();
    await expect(startPostgres({ dataDir })).rejects.toThrow(
      `Another Prompteca (process ${child.pid}) is running on ${folder}. Stop it first, or give this one another ` +
        "folder with DATA_DIR.",
    );
    expect(await notes(connection)).toEqual([]);
  });

  test("gives the folder to one of two concurrent first starts", async () => {
    const fresh = await makeTestFolder();
    const both = await Promise.all([
      startElsewhere(join(fresh, "postgres")),
      startElsewhere(join(fresh, "postgres")),
    ]);
    const winner = both.find(({ connection }) => connection);
    const loser = both.find(({ refused }) => refused);
    expect(loser?.refused).toContain(
      `Another Prompteca (process ${winner?.child.pid}) is running on ${fresh}`,
    );
    expect(await query(winner?.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await end(winner?.child);
    expect((await readdir(fresh)).sort()).toEqual(["postgres", "postgres.log"]);
    await removeTestFolder(fresh);
  });

  test("reports why PostgreSQL does not start", async () => {
    const version = join(dataDir, "PG_VERSION");
    await writeFile(version, "17\n");
    await expect(startPostgres({ dataDir })).rejects.toThrow(
      /PostgreSQL did not start in .*: .*database files are incompatible with server/,
    );
    await writeFile(version, "18\n");
  });

  test("refuses a folder with other files, and leaves it unchanged", async () => {
    const other = await makeTestFolder();
    await writeFile(join(other, "letter.txt"), "Nothing for a database.");
    await expect(startPostgres({ dataDir: other })).rejects.toThrow(
      `${other} holds files, but no PostgreSQL database`,
    );
    await rm(other, { recursive: true });
  });

  test.skipIf(!IS_ROOT)("takes back a cluster that root restored", async () => {
    await promisify(execFile)("chown", ["-R", "0:0", dataDir]);
    await running(async (connection) => expect(await notes(connection)).toEqual([]));
    expect((await stat(dataDir)).uid).not.toBe(0);
  });

  test.skipIf(!IS_ROOT)("admits no other account of this system, nor the one that the server runs as", () =>
    running(async (connection) => {
      const { uid: runsAs } = await stat(dataDir);
      // Relaxes the modes of folder and socket, which would already exclude other accounts.
      await chmod(connection.host, 0o755);
      await chmod(join(connection.host, `.s.PGSQL.${connection.port}`), 0o777);
      for (const user of [connection.user, SUPERUSER]) {
        for (const uid of [runsAs, DAEMON]) {
          const answer = await answerTo(uid, { ...connection, user });
          expect(answer, `${uid} as ${user}`).toMatch(/^Peer authentication/);
        }
        expect(await answerTo(0, { ...connection, user })).toBe("let in");
      }
    }),
  );

  test.skipIf(!IS_ROOT)("closes a cluster that trusted everybody, also one whose server runs", async () => {
    const before = await startElsewhere();
    const hba = join(dataDir, "pg_hba.conf");
    await writeFile(hba, "local all all trust\n");
    const pid = await serverPid();
    process.kill(pid, "SIGHUP");
    const { uid: runsAs } = await stat(dataDir);
    await expect.poll(() => answerTo(runsAs, before.connection)).toBe("let in");
    await killed(before.child);
    await running(async (connection) => {
      expect(await serverPid()).toBe(pid);
      await expect.poll(() => answerTo(runsAs, connection)).toMatch(/^Peer authentication/);
    });
    expect(await readFile(hba, "utf8")).not.toContain("trust");
    expect((await stat(hba)).uid).toBe(runsAs);

    await writeFile(hba, "local all all trust\n");
    await running(async (connection) =>
      expect(await answerTo(runsAs, connection)).toMatch(/^Peer authentication/),
    );
  });

  test.skipIf(!IS_ROOT)("runs as an ordinary account too", async ({ skip }) => {
    const account = { uid: SOMEBODY, gid: SOMEBODY };
    skip(spawnSync("test", ["-r", SCRIPT], account).status !== 0, "other accounts cannot read this folder");
    const home = await makeTestFolder();
    await chown(home, account.uid, account.gid);
    const env = { PATH: process.env.PATH, HOME: home };
    const { child, connection } = await startElsewhere(join(home, "data/postgres"), { ...account, env });
    expect(await query(connection, "select 1 as one")).toEqual([{ one: 1 }]);
    expect((await stat(join(home, "data/postgres"))).uid).toBe(account.uid);
    expect((await stat(join(home, ".cache/prompteca"))).uid).toBe(account.uid);
    await end(child);
    await removeTestFolder(home);
  });
});
