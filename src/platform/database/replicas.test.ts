/**
 * Which server answers, with two databases: in the one that stands for a replica, functions of our own tell how far it
 * is, so that a test decides it. Replicas that PostgreSQL feeds: `npm run test:cluster -- replicas`.
 */
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { administer, createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { type Database, openDatabase } from "./db.ts";
import { MAX_AGE_MS } from "./replicas.ts";
import type { DB } from "./schema.ts";

let primary: TestDatabase;
let replica: TestDatabase;
let site: Database;

const nameOf = async (db: Kysely<DB>) =>
  (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name;
const answers = async () =>
  (await nameOf(site.publicDb)) === replica.connection.database ? "replica" : "primary";
/** Replays until the replica answers: other tests write to the same log. */
const untilReplicaAnswers = () =>
  expect
    .poll(
      async () => {
        await replay();
        return answers();
      },
      { timeout: 10_000 },
    )
    .toBe("replica");
/** For as long as the first probes take: what does not suffice is not taken by any of them. */
async function onlyPrimaryAnswers() {
  for (let probe = 0; probe < 10; probe++) {
    expect(await answers()).toBe("primary");
    await sql`select pg_sleep(0.01)`.execute(primary.db);
  }
}

interface Replayed {
  /** Seconds that the heartbeat is old. */
  age?: number;
  timeline?: string;
  recovering?: boolean;
  /** Bytes behind the primary. */
  behind?: number;
}

/** Lets the replica show what the primary has at this moment, or something else. */
async function replay({ age = 0, timeline, recovering = true, behind = 0 }: Replayed = {}): Promise<void> {
  const { rows } = await primary.pool.query<{ position: string; timeline: string }>(
    `select pg_current_wal_insert_lsn() - $1::numeric as position,
      left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline`,
    [behind],
  );
  await replica.pool.query("update replay set position = $1, recovering = $2", [
    rows[0]?.position,
    recovering,
  ]);
  await replica.pool.query(
    `insert into replication_heartbeat (timeline, at) values ($1, clock_timestamp() - $2 * interval '1 s')
      on conflict (only_row) do update set timeline = excluded.timeline, at = excluded.at`,
    [timeline ?? rows[0]?.timeline, age],
  );
}

beforeAll(async () => {
  [primary, replica] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await replica.pool.query(`
    create table replay (position pg_lsn, recovering boolean);
    insert into replay values ('0/0', true);
    create function pg_is_in_recovery() returns boolean stable language sql as 'select recovering from public.replay';
    create function pg_last_wal_replay_lsn() returns pg_lsn stable language sql as 'select position from public.replay'`);
  await administer(`alter database ${replica.connection.database} set search_path = public, pg_catalog`);
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
  await replay(state);
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
  await expect.poll(beat, { timeout: 10_000 }).toBeGreaterThan(first);
  await expect.poll(answers, { timeout: 10_000 }).toBe("primary");
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
  await expect.poll(async () => (await kill()).rowCount, { timeout: 10_000 }).toBe(1);
  expect((await reading).rows[0]?.name).toBe(primary.connection.database);
  await untilReplicaAnswers();
  await expect(sql`select 1 / 0`.execute(site.publicDb)).rejects.toThrow("division by zero");
});

test("a replica that is gone fails no read, and serves again when it is back", async () => {
  await untilReplicaAnswers();
  const { database } = replica.connection;
  await administer(`alter database ${database} allow_connections false`);
  await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
  await onlyPrimaryAnswers();
  await administer(`alter database ${database} allow_connections true`);
  await untilReplicaAnswers();
});

test("while the primary is away, replicas answer whatever their age, and whatever it changed last", async () => {
  await untilReplicaAnswers();
  const { database } = primary.connection;
  await administer(`alter database ${database} allow_connections false`);
  await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
  await replica.pool.query("update replication_heartbeat set at = at - interval '1 minute'");
  site.replicas?.expire();
  await expect.poll(() => answers().catch(() => "nobody"), { timeout: 10_000 }).toBe("replica");
  const until = performance.now() + MAX_AGE_MS + 500;
  while (performance.now() < until) expect(await answers()).toBe("replica");
  await administer(`alter database ${database} allow_connections true`);
  await expect.poll(answers, { timeout: 10_000 }).toBe("primary");
});
