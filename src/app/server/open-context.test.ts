import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { createLogger } from "#platform/log.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { createShutdown, openContext } from "./open-context.ts";

test("a process under full load opens as many connections as configured, and no more", async () => {
  const [dataDir, database] = [await makeTestFolder(), await createTestDatabase()];
  const log = createLogger("silent");
  const shutdown = createShutdown(log);
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url });
  const { pool, batchedReads, jobs } = await openContext(config, log, shutdown);
  const read = { name: "sleep", text: "select pg_sleep(0.02)", values: [] };
  let asking = true;
  const all = Promise.all(
    Array.from({ length: 150 }, () => [
      pool.query("select pg_sleep(0.1)"),
      batchedReads.ask(read),
      jobs.queues(),
    ]).flat(),
  ).finally(() => {
    asking = false;
  });
  let most = 0;
  while (asking) {
    // The test's own pool has one connection, which asks this.
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
    most = Math.max(most, rows[0]?.count ?? 0);
  }
  await all;
  expect(most).toBe(config.databasePoolSize);
  await shutdown.run();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});
