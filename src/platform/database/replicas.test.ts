/**
 * Which server answers, with a database that stands for a replica.
 */
import { type Kysely, sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  createTestDatabase,
  giveBack,
  lockRows,
  type TestDatabase,
  takeAway,
} from "#tests/support/database.ts";
import { createTestReplica, type Replayed, type TestReplica } from "#tests/support/replica.ts";
import { type Database, openDatabase } from "./db.ts";
import { MAX_AGE_MS, MAX_AWAY_MS } from "./replicas.ts";
import type { DB } from "./schema.ts";

let primary: TestDatabase;
let replica: TestReplica;
let site: Database;

const nameOf = async (db: Kysely<DB>) =>
  (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name;
const answers = async () =>
  (await nameOf(site.publicDb)) === replica.connection.database ? "replica" : "primary";
/** Replays until the replica answers: other tests write to the same log. */
const untilReplicaAnswers = () =>
  expect
    .poll(async () => {
      await replica.replay(primary);
      return answers();
    })
    .toBe("replica");
/** For as long as the first probes take: what does not suffice is not taken by any of them. */
async function onlyPrimaryAnswers() {
  for (let probe = 0; probe < 10; probe++) {
    expect(await answers()).toBe("primary");
    await sql`select pg_sleep(0.01)`.execute(primary.db);
  }
}

beforeAll(async () => {
  [primary, replica] = await Promise.all([createTestDatabase(), createTestReplica()]);
  site = await openDatabase(primary.connection, {
    max: 4,
    replicas: new Map([["the-replica:5432", replica.connection]]),
  });
  // As the response cache does when the process begins to listen.
  site.replicas?.expire();
});
afterAll(async () => {
  await site.close();
  await Promise.all([primary.close(), replica.close()]);
});

test("without replicas, what everybody reads is read as everything else, and nothing beats", async () => {
  const { db, publicDb, replicas, close } = await openDatabase(primary.connection, { max: 1 });
  expect(publicDb).toBe(db);
  expect(replicas).toBeUndefined();
  await close();
});

test("a replica answers once it has replayed the last change, and a person's own reads stay on the primary", async () => {
  await untilReplicaAnswers();
  expect(await nameOf(site.db)).toBe(primary.connection.database);

  // A change that has not reached the replica.
  await primary.pool.query("create table changed_meanwhile ()");
  site.replicas?.expire();
  await onlyPrimaryAnswers();
  await untilReplicaAnswers();

  // Nothing has changed: it answers, though it lags.
  await primary.pool.query("create table changed_quietly ()");
  expect(await answers()).toBe("replica");
});

test.each<[string, Replayed]>([
  ["older than the bound", { age: (MAX_AGE_MS + 1000) / 1000 }],
  ["on another timeline, however far", { timeline: "000000FF", behind: -1e6 }],
  ["no replica but a primary", { recovering: false }],
  ["behind the last change", { behind: 1e6 }],
])("a replica that is %s is passed over, and comes back by itself", async (_what, state) => {
  await primary.pool.query("select pg_logical_emit_message(true, 'test', 'a change')");
  await replica.replay(primary, state);
  site.replicas?.expire();
  await onlyPrimaryAnswers();
  await untilReplicaAnswers();
});

test("the heartbeat is renewed on the primary, and a replica that stops to show new ones grows too old", async () => {
  await untilReplicaAnswers();
  const beat = async () =>
    (await primary.pool.query<{ at: Date }>("select at from replication_heartbeat")).rows[0]?.at.getTime() ??
    0;
  const first = await beat();
  await expect.poll(beat).toBeGreaterThan(first);
  await expect.poll(answers).toBe("primary");
  const [counts] = site.replicas?.counts().replicas ?? [];
  expect(counts).toMatchObject({ name: "the-replica:5432", serves: false, served: expect.any(Number) });
  expect(counts?.age).toBeGreaterThan(MAX_AGE_MS / 1000);
});

test("what fails on a replica is repeated on the primary, and an error of the statement is still one", async () => {
  await untilReplicaAnswers();
  const asleep = sql<{ name: string }>`select current_database() as name, 'asleep' as is, pg_sleep(${1})`;
  const reading = asleep.execute(site.publicDb);
  const kill = () =>
    replica.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%''asleep'' as is%' and pid <> pg_backend_pid()",
    );
  await expect.poll(async () => (await kill()).rowCount).toBe(1);
  expect((await reading).rows[0]?.name).toBe(primary.connection.database);
  await untilReplicaAnswers();
  await expect(sql`select 1 / 0`.execute(site.publicDb)).rejects.toThrow("division by zero");
});

test("a replica that is gone fails no read, and serves again when it is back", async () => {
  await untilReplicaAnswers();
  await takeAway(replica.connection.database);
  await onlyPrimaryAnswers();
  await giveBack(replica.connection.database);
  await untilReplicaAnswers();
});

test("while the primary is away, replicas answer whatever their age, and whatever it changed last", async () => {
  await untilReplicaAnswers();
  await takeAway(primary.connection.database);
  await replica.pool.query("update replication_heartbeat set at = at - interval '1 minute' where true");
  site.replicas?.expire();
  await expect.poll(() => answers().catch(() => "nobody")).toBe("replica");
  const until = performance.now() + MAX_AGE_MS + 500;
  while (performance.now() < until) expect(await answers()).toBe("replica");
  await giveBack(primary.connection.database);
  await expect.poll(answers).toBe("primary");
});

test("reads that wait for the primary as it goes away are answered by a replica", async () => {
  await untilReplicaAnswers();
  await takeAway(primary.connection.database);
  site.replicas?.expire();
  // Those that had a connection, and those that get none.
  expect(new Set(await Promise.all(Array.from({ length: 8 }, answers)))).toEqual(new Set(["replica"]));
  await giveBack(primary.connection.database);
  await expect.poll(answers).toBe("primary");
});

test("while the primary is away, replicas answer that lack what it wrote in its last moments", async () => {
  await untilReplicaAnswers();
  // The expected state must be there by then.
  const until = performance.now() + 1500;
  while (performance.now() < until) await untilReplicaAnswers();
  await primary.pool.query("select pg_logical_emit_message(true, 'test', 'a change')");
  site.replicas?.expire();
  expect(await answers()).toBe("primary");
  await takeAway(primary.connection.database);
  await expect.poll(() => answers().catch(() => "nobody")).toBe("replica");
  await giveBack(primary.connection.database);
  await expect.poll(answers).toBe("primary");
});

describe("what is read for one person", () => {
  const ask = (acceptsReplica?: (rows: { name: string }[]) => boolean) =>
    site.batchedReads
      .ask<{ name: string }>({
        name: "server_name",
        text: "select current_database() as name",
        values: [],
        ...(acceptsReplica && { acceptsReplica }),
      })
      .then(([row]) => (row?.name === replica.connection.database ? "replica" : "primary"));
  const anyRows = () => true;
  const untilReplicaReads = () => expect.poll(() => ask(anyRows).catch(() => "nobody")).toBe("replica");

  afterEach(async () => {
    await giveBack(primary.connection.database);
    await expect.poll(() => ask().catch(() => "nobody")).toBe("primary");
  });

  test("comes from the primary, whatever a replica has", async () => {
    await untilReplicaAnswers();
    expect(await ask(anyRows)).toBe("primary");
    await expect(
      site.batchedReads.ask({ name: "wrong", text: "select 1 / 0", values: [], acceptsReplica: anyRows }),
    ).rejects.toThrow("division by zero");
  });

  test("comes from a replica while the primary is away, where that will do", async () => {
    await untilReplicaAnswers();
    await takeAway(primary.connection.database);
    // The first one finds the connection broken.
    expect(await ask(anyRows)).toBe("replica");
    await untilReplicaReads();
    await expect(ask()).rejects.toThrow();
    const asked: unknown[] = [];
    const refuse = (rows: unknown[]) => {
      asked.push(...rows);
      return false;
    };
    await expect(ask(refuse)).rejects.toThrow();
    expect(asked).toContainEqual({ name: replica.connection.database });
    await giveBack(primary.connection.database);
    // By the next reader, not by the next heartbeat.
    expect(await ask(anyRows)).toBe("primary");
  });

  test("is not read from a replica that was far behind when the primary answered last", async () => {
    await untilReplicaAnswers();
    await takeAway(primary.connection.database);
    await untilReplicaReads();
    await replica.pool.query("update replication_heartbeat set at = at - $1 * interval '1 ms' where true", [
      MAX_AGE_MS + 1000,
    ]);
    await expect(ask(anyRows)).rejects.toThrow();
  });

  test.each<[string, Replayed]>([
    ["lacks a change that this process has heard of", { behind: 1e15 }],
    ["is on another timeline", { timeline: "000000FF" }],
    ["is no replica", { recovering: false }],
  ])("is not read from one that %s", async (_what, state) => {
    await untilReplicaAnswers();
    await primary.pool.query("select pg_logical_emit_message(true, 'test', 'a change')");
    site.replicas?.expire();
    await replica.replay(primary, state);
    await takeAway(primary.connection.database);
    for (let n = 0; n < 5; n++) await expect(ask(anyRows)).rejects.toThrow();
  });

  test("stays on a primary that answers though its heartbeat cannot be renewed", async () => {
    await untilReplicaAnswers();
    const locked = await lockRows(
      primary.pool,
      "select from replication_heartbeat where $1 for update",
      true,
    );
    // Longer than a renewal may take.
    const until = performance.now() + 3000;
    while (performance.now() < until) expect(await ask(anyRows)).toBe("primary");
    expect(await answers()).toBe("primary");
    await locked.release();
  });

  test("that is wrong is no reason to leave a replica", async () => {
    await untilReplicaAnswers();
    await takeAway(primary.connection.database);
    await untilReplicaReads();
    const wrong = { name: "wrong", text: "select 1 / 0", values: [], acceptsReplica: anyRows };
    await expect(site.batchedReads.ask(wrong)).rejects.toThrow();
    expect(site.replicas?.counts().replicas).toMatchObject([{ serves: true }]);
  });

  test("is not read from a replica once the primary has been away for too long", async () => {
    await untilReplicaAnswers();
    await takeAway(primary.connection.database);
    await untilReplicaReads();
    const now = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => now() + MAX_AWAY_MS);
    await expect(ask(anyRows)).rejects.toThrow();
  });
});
