/** Connection limits of a real server: pools are sized below them, wait when they are reached, and report them. */
import { rm } from "node:fs/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createShutdown, openContext } from "#app/server/open-context.ts";
import { readConfig } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { createLogger } from "#platform/log.ts";
import { administer, createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import {
  LISTENING_CONNECTIONS,
  least,
  MIN_CONNECTIONS,
  readConnectionLimits,
  shareOut,
} from "./connections.ts";
import { openDatabase } from "./db.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";

async function createLimited(most: number): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  await administer(`alter database ${database.connection.database} connection limit ${most}`);
  return database;
}

/** Opens a process's context on a database, repeatedly. */
async function siteOn(database: TestDatabase): Promise<() => Promise<Context>> {
  const log = createLogger("silent");
  const shutdown = createShutdown(log);
  const dataDir = await makeTestFolder();
  onTestFinished(async () => {
    await shutdown.run();
    await rm(dataDir, { recursive: true, force: true });
  });
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    // Independent of the machine's load.
    DATABASE_CONNECT_TIMEOUT: "60",
  });
  return () => openContext(config, log, shutdown);
}

/** Opens connections until none are left. */
async function takeAll({ connection }: TestDatabase): Promise<pg.Client[]> {
  const taken: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client(connection);
    client.on("error", () => {});
    try {
      await client.connect();
    } catch (error) {
      expect(error).toMatchObject({ code: "53300" });
      return taken;
    }
    taken.push(client);
  }
}

test("the shares add up to the size, and none is empty", () => {
  for (let size = MIN_CONNECTIONS; size <= 200; size++) {
    const { requests, reads, jobs } = shareOut(size);
    expect(requests + reads + jobs + LISTENING_CONNECTIONS).toBe(size);
    expect(Math.min(requests - 2, reads, jobs - 1)).toBeGreaterThan(0);
  }
  expect(shareOut(25)).toEqual({ requests: 16, reads: 4, jobs: 3 });
});

test("limits are read with the number of free connections", async () => {
  const database = await createLimited(17);
  const { connection } = database;
  const other = new pg.Client(connection);
  await other.connect();
  const limit = least(await readConnectionLimits(database.pool), "most");
  const what = `the connection limit of database ${connection.database}`;
  // The querying connection counts as free, the other one does not.
  expect(limit).toEqual({ what, most: 17, free: 16 });
  await other.end();
  const unlimited = await createTestDatabase();
  onTestFinished(unlimited.close);
  expect(await readConnectionLimits(unlimited.pool)).toEqual([
    { what: "max_connections", most: 97, free: expect.any(Number) },
  ]);
});

test("two processes whose database has too few connections for both fail no request", async () => {
  const open = await siteOn(await createLimited(14));
  const [one, other] = [await open(), await open()];
  const read = { name: "sleep", text: "select pg_sleep(0.01)", values: [] };
  const asking = [one, other].flatMap(({ pool, batchedReads, jobs }) =>
    Array.from({ length: 30 }, () => [
      pool.query("select pg_sleep(0.01)"),
      batchedReads.ask(read),
      jobs.queues(),
    ]).flat(),
  );
  const refused = (await Promise.allSettled(asking)).filter(({ status }) => status === "rejected");
  expect(refused).toEqual([]);
});

test("without a free connection a query waits until one is released, and no longer than the timeout", async () => {
  const database = await createLimited(4);
  const { connection } = database;
  const waiting = await openDatabase(connection, { max: 3 });
  // One connection is open and stays open.
  await waiting.pool.query("select 1");
  const taken = await takeAll(database);
  const inUse = await waiting.pool.connect();
  const answers = Promise.all([
    waiting.pool.query("select 1 as one"),
    waiting.batchedReads.ask({ name: "one", text: "select 1 as one", values: [] }),
  ]);
  await expect.poll(() => waiting.pool.options.max).toBe(1);
  for (const client of taken) await client.end();
  await answers;
  inUse.release();
  await waiting.close();

  const hasty = await openDatabase(connection, { max: 2, timeouts: { statement: 10_000, connect: 3000 } });
  onTestFinished(hasty.close);
  const holding = await hasty.pool.connect();
  const again = await takeAll(database);
  await expect(hasty.pool.query("select 1")).rejects.toSatisfy(isDatabaseUnavailable);
  holding.release();
  expect((await hasty.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  for (const client of again) await client.end();
});

test("too few connections for any process are reported at the start, with what limits them", async () => {
  const open = await siteOn(await createLimited(MIN_CONNECTIONS - 1));
  await expect(open()).rejects.toThrow(
    `takes ${MIN_CONNECTIONS - 1} connections (the connection limit of database test_`,
  );
});
