import { fork } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "#platform/database/db.ts";
import { migrate } from "#platform/database/migrate.ts";
import { startPostgres } from "#platform/postgres/postgres.ts";
import { ownMajor } from "#platform/postgres/programs.ts";
import { findServer, stopServer } from "#platform/postgres/server.ts";
import { queryOnce } from "#tests/support/database.ts";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
import { makeOldestCluster, OLDEST } from "#tests/support/oldest-postgres.ts";
import { upgradeCluster } from "./upgrade.ts";

const migrations = new URL("../../../migrations/", import.meta.url);
const folder = await makeTestFolder();
const dataDir = join(folder, "postgres");
const next = `${dataDir}.upgrading`;
afterAll(async () => {
  const left = await findServer(next);
  if (left) await stopServer(next, left);
  await removeTestFolder(folder);
});

const ROWS =
  "select title, search::text, likes_count from prompts join prompt_stats on prompt_id = id order by id";
const majorOf = async (cluster: string) => Number(await readFile(join(cluster, "PG_VERSION"), "utf8"));

const names = async () => (await readdir(folder)).filter((name) => name !== "postgres.log").sort();

/** Moments of an upgrade in order, each observable from outside. */
const MOMENTS: [string, () => Promise<unknown>][] = [
  ["the backup is being written", async () => (await names()).includes("postgres.upgrade.tar.part")],
  [
    "the new cluster is being made",
    async () => (await names()).some((name) => name.startsWith("postgres.upgrading.draft")),
  ],
  ["the new server runs", async () => (await findServer(next))?.ready],
];

const until = (moment: () => Promise<unknown>, missed: () => boolean) =>
  vi.waitUntil(
    async () => {
      if (await moment()) return true;
      if (missed()) throw new Error("the upgrade was over before");
      return false;
    },
    { interval: 2, timeout: 60_000 },
  );

/** Starts a process that upgrades the cluster, and kills it. */
async function killUpgrade(moment: () => Promise<unknown>): Promise<void> {
  const script = fileURLToPath(import.meta.resolve("#tests/support/upgrade-process.ts"));
  const child = fork(script, [dataDir], { execArgv: [] });
  const exited = once(child, "exit");
  // Stopped while this looks: on a busy machine it would be over between two looks.
  const look = async () => {
    child.kill("SIGSTOP");
    const is = await moment();
    if (!is) child.kill("SIGCONT");
    return is;
  };
  await until(look, () => child.exitCode !== null);
  child.kill("SIGKILL");
  await exited;
}

describe("a data folder of an older PostgreSQL", () => {
  test("is upgraded at the next start, whenever that is interrupted", async () => {
    const own = await ownMajor();
    const old = await startPostgres({ dataDir, programs: await makeOldestCluster(dataDir) });
    const { pool, close } = await openDatabase(old.connection, { max: 1 });
    await migrate(pool, migrations);
    await close();
    await queryOnce(
      old.connection,
      `insert into users (id, email, username)
        select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@exemplo.com', 'Pessoa ' || n
        from generate_series(1, 50) n;
      insert into images values ('${"a".repeat(32)}', 1, 1, false, '#000000', 1);
      insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
        select id, 1, 'Ações de ' || username, 'Um poema sobre animais', '${"a".repeat(32)}', '' from users order by id;
      insert into likes (user_id, prompt_id) select users.id, prompts.id from users, prompts where prompts.id % 7 = 0`,
    );
    const rows = await queryOnce(old.connection, ROWS);
    expect(rows).toHaveLength(50);
    await old.stop();
    expect(await majorOf(dataDir)).toBe(OLDEST);

    for (const [when, moment] of MOMENTS) {
      await killUpgrade(moment);
      expect(await majorOf(dataDir), when).toBe(OLDEST);
      expect(await findServer(dataDir), when).toBeDefined();
    }
    const left = await findServer(next);
    expect(left).toBeDefined();

    // An abort during the upgrade leaves no process running.
    const ending = new AbortController();
    let over = false;
    const upgrade = upgradeCluster({ dataDir, migrations, signal: ending.signal }).finally(() => {
      over = true;
    });
    upgrade.catch(() => {});
    await until(
      async () => {
        const server = await findServer(next);
        return server?.ready && server.pid !== left?.pid;
      },
      () => over,
    );
    ending.abort(new Error("the site ends"));
    await expect(upgrade).rejects.toThrow("the site ends");
    expect([await findServer(dataDir), await findServer(next)]).toEqual([undefined, undefined]);
    // A zombie has no command line.
    expect(await readFile(`/proc/${left?.pid}/cmdline`, "utf8").catch(() => "")).toBe("");
    expect(await majorOf(dataDir)).toBe(OLDEST);

    await upgradeCluster({ dataDir, migrations });
    expect(await majorOf(dataDir)).toBe(own);
    expect(await names()).toEqual(["postgres"]);

    // The moment between the two renames is too short to hit, so its result is created directly.
    await rename(dataDir, next);
    await cp(next, `${dataDir}.replaced`, { recursive: true });
    await writeFile(join(`${dataDir}.replaced`, "PG_VERSION"), `${OLDEST}\n`);
    await upgradeCluster({ dataDir, migrations });
    expect(await majorOf(dataDir)).toBe(own);
    expect(await names()).toEqual(["postgres"]);

    const fresh = await startPostgres({ dataDir });
    expect(await queryOnce(fresh.connection, ROWS)).toEqual(rows);
    expect(await queryOnce(fresh.connection, "select prompts_count from llm_types where id = 1")).toEqual([
      { prompts_count: "50" },
    ]);
    await queryOnce(fresh.connection, "delete from likes where prompt_id = 7");
    expect(
      await queryOnce(fresh.connection, "select likes_count from prompt_stats where prompt_id = 7"),
    ).toEqual([{ likes_count: "0" }]);
    await fresh.stop();
  });
});

test.each([
  [9, /made by PostgreSQL 9, whose programs are needed once more .* are not on this machine/],
  [99, /made by PostgreSQL 99, and this version of Prompteca brings \d+: start the version that made it/],
])("a data folder of PostgreSQL %i is left unchanged, and the reason reported", async (major, reason) => {
  const other = await makeTestFolder();
  await mkdir(join(other, "postgres"));
  await writeFile(join(other, "postgres", "PG_VERSION"), `${major}\n`);
  await expect(upgradeCluster({ dataDir: join(other, "postgres"), migrations })).rejects.toThrow(reason);
  expect(await readdir(other, { recursive: true })).toEqual(["postgres", "postgres/PG_VERSION"]);
  await rm(other, { recursive: true });
});
