import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, giveBack, type TestDatabase, takeAway } from "#tests/support/database.ts";
import { pause } from "#tests/support/pause.ts";
import { HopelessJobError, type Jobs, openJobs } from "./jobs.ts";
import { createLogger } from "./log.ts";

const RETRIES = { retryLimit: 5, retryDelay: 1, retryDelayMax: 2 };

let database: TestDatabase;
let jobs: Jobs;
beforeAll(async () => {
  database = await createTestDatabase();
  jobs = await openJobs(database.connection, createLogger("silent"));
});
afterAll(async () => {
  await jobs.stop();
  await database.close();
});

const rows = async (statement: string, ...values: unknown[]) =>
  (await database.pool.query(statement, values)).rows;
const jobState = async (queue: string) =>
  (await rows("select state, retry_count from pgboss.job where name = $1", queue))[0];

/** Leaves a job as a process does that is killed while working on it: active, but without heartbeats. */
async function leaveBehind(queue: string): Promise<void> {
  const id = await jobs.send(database.db, queue, {}, 3600);
  await database.pool.query(
    `update pgboss.job set state = 'active', start_after = now(), started_on = now() - interval '21 s',
      heartbeat_on = now() - interval '21 s' where id = $1`,
    [id],
  );
}

test("a job of a process that was killed is found soon after it fell silent, and done by another", async () => {
  let done = 0;
  await jobs.work("orphans", RETRIES, async () => void done++);
  await leaveBehind("orphans");
  // Two checks of five seconds, the retry delay, and the next poll.
  await expect.poll(() => done, { interval: 100, timeout: 60_000 }).toBe(1);
});

test("a job that ended while the database was away is done once, however silent its process was meanwhile", async () => {
  const { database: name } = database.connection;
  const gone = Promise.withResolvers<void>();
  let done = 0;
  await jobs.work("unsettled", RETRIES, async () => {
    done++;
    await database.pool.query(
      "update pgboss.job set heartbeat_on = now() - interval '21 s' where name = 'unsettled'",
    );
    await takeAway(name);
    gone.resolve();
  });
  await jobs.send(database.db, "unsettled", {});
  await gone.promise;
  await pause(1000, "the process tries in vain to write that the job has ended");
  await giveBack(name);
  await expect
    .poll(() => jobState("unsettled").catch(() => undefined))
    .toEqual({ state: "completed", retry_count: 0 });
  expect(done).toBe(1);
});

test("a job of a timetable is too, and does not keep others out until it would have run out of time", async () => {
  const options = {
    policy: "exclusive",
    expireInSeconds: 12 * 3600,
    retryLimit: 1,
    retryDelay: 300,
  } as const;
  await jobs.schedule("nightly", "0 0 1 1 *", async () => {}, options);
  await leaveBehind("nightly");
  await expect.poll(() => jobState("nightly")).toMatchObject({ state: "retry" });
});

test("what a queue is told anew holds, also where another version made it", async () => {
  const settings = "select retry_limit, heartbeat_seconds, policy from pgboss.queue where name = 'changed'";
  await jobs.schedule("changed", "0 0 1 1 *", async () => {}, { policy: "exclusive", retryLimit: 1 });
  await database.pool.query("update pgboss.queue set heartbeat_seconds = null where name = 'changed'");
  await jobs.schedule("changed", "0 0 1 1 *", async () => {}, { policy: "exclusive", retryLimit: 3 });
  expect(await rows(settings)).toEqual([{ retry_limit: 3, heartbeat_seconds: 20, policy: "exclusive" }]);
});

test("a job for which there is no hope is given up at once, any other is tried again", async () => {
  await jobs.work("hopeless", RETRIES, async () => {
    throw new HopelessJobError("no such address");
  });
  await jobs.work("hopeful", RETRIES, async () => {
    throw new Error("busy");
  });
  for (const queue of ["hopeless", "hopeful"]) await jobs.send(database.db, queue, {});
  await expect.poll(() => jobState("hopeless")).toEqual({ state: "failed", retry_count: 0 });
  await expect.poll(() => jobState("hopeful")).toMatchObject({ state: "retry" });
  expect(await jobs.failures("hopeless", 5)).toMatchObject({
    jobs: [{ reason: "no such address", nextTry: undefined }],
    total: 1,
  });
});

test("a job of a timetable that takes too long is told to end", async () => {
  const options = { expireInSeconds: 1, retryLimit: 0 };
  const other = await openJobs(database.connection, createLogger("silent"));
  // A worker polls at once, and the next time much later.
  await other.schedule("endless", "0 0 1 1 *", async () => {}, options);
  await other.stop();
  await jobs.send(database.db, "endless", {});
  const told = Promise.withResolvers<void>();
  await jobs.schedule(
    "endless",
    "0 0 1 1 *",
    async (signal) => {
      signal.addEventListener("abort", () => told.resolve());
      await told.promise;
    },
    options,
  );
  await told.promise;
});
