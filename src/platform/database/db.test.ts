import { type Kysely, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { startVanishingProxy } from "#tests/support/vanishing-proxy.ts";
import { inLongTransaction, inTransaction, isDatabaseAway, liftTimeouts, openDatabase } from "./db.ts";
import type { DB } from "./schema.ts";

const { pool, db, connection, close } = await createTestDatabase();
afterAll(close);

await pool.query("create table counters (id int primary key, n int not null default 0)");
await pool.query("insert into counters (id) values (1), (2)");

const raise = (code: string) =>
  sql`do ${sql.raw(`$$ begin raise exception using errcode = '${code}'; end $$`)}`;
const ended = (client: pg.PoolClient) => new Promise((resolve) => client.once("end", resolve));

describe("openDatabase", () => {
  test("reads bigint as number and timestamptz as Date", async () => {
    const { rows } = await pool.query(
      `select count(*) as n, 9007199254740991 as most, array[1, null, -3]::bigint[] as list, '{}'::bigint[] as none,
        timestamptz '2026-01-02 03:04:05-03' as at`,
    );
    expect(rows).toEqual([
      { n: 1, most: 9007199254740991, list: [1, null, -3], none: [], at: new Date("2026-01-02T06:04:05Z") },
    ]);
  });

  test("prepares each statement once on a connection", async () => {
    const { db, close } = await openDatabase(connection, { max: 1 });
    const find = (id: string) => db.selectFrom("users").select("id").where("id", "=", id).execute();
    await find("7a5ac2c4-8a5e-4ab5-a3a1-6c7d2bd2e3c1");
    await find("7a5ac2c4-8a5e-4ab5-a3a1-6c7d2bd2e3c2");
    const { rows } =
      await sql`select statement from pg_prepared_statements where statement like 'select "id"%'`.execute(db);
    expect(rows).toEqual([{ statement: 'select "id" from "users" where "id" = $1' }]);
    await close();
  });

  test("goes on after a migration changed what a prepared statement answers", async () => {
    const { db, close } = await openDatabase(connection, { max: 1 });
    await pool.query("create table shapes (a int)");
    const select = () => sql`select * from shapes`.execute(db);
    await select();
    await pool.query("alter table shapes add column b int");
    await expect(select()).rejects.toThrow("cached plan");
    expect((await select()).rows).toEqual([]);
    await close();
  });

  test("outlives connections that break, idle or lent out", async () => {
    const { pool: breaking, db, close } = await openDatabase(connection, { max: 2 });
    const [idle, lent] = await Promise.all([breaking.connect(), breaking.connect()]);
    idle.release();
    const gone = [ended(idle), ended(lent)];
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
      [connection.database],
    );
    await Promise.all(gone);
    await expect(lent.query("select 1")).rejects.toThrow();
    lent.release(true);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await close();
  });

  describe("with a server whose machine vanishes", () => {
    const openVanishing = async () => {
      const proxy = await startVanishingProxy(connection);
      const opened = await openDatabase(
        { ...connection, ...proxy.address, query_timeout: 1000, connectionTimeoutMillis: 1000 },
        { max: 1 },
      );
      return { proxy, ...opened };
    };
    const one = (on: typeof db) => sql<{ one: number }>`select 1 as one`.execute(on);
    const away = expect.toSatisfy(isDatabaseAway);

    test("gives up what waits for an answer, and goes on over new connections", async () => {
      const { proxy, pool: vanishing, db: over, batchedReads, close: closeVanishing } = await openVanishing();
      const ask = () => batchedReads.ask({ name: "one", text: "select 1 as one", values: [] });
      const calls: [string, () => Promise<unknown>][] = [
        ["a query", () => one(over)],
        ["a transaction", () => inTransaction(over, one)],
        ["a query of the pool", () => vanishing.query("select 1")],
        ["a small read", ask],
      ];
      for (const [what, call] of calls) {
        await call();
        proxy.vanish();
        await expect(call(), what).rejects.toEqual(away);
        await expect(call(), `${what}, again`).resolves.toBeDefined();
      }
      await closeVanishing();
      proxy.close();
    });

    test("gives up in the middle of a transaction", async () => {
      const { proxy, db: over, close: closeVanishing } = await openVanishing();
      const working = inTransaction(over, async (trx) => {
        await one(trx);
        proxy.vanish();
        await one(trx);
      });
      const began = performance.now();
      await expect(working).rejects.toEqual(away);
      expect(performance.now() - began, "the end of the transaction is not waited for").toBeLessThan(1900);
      expect((await one(over)).rows).toEqual([{ one: 1 }]);
      await closeVanishing();
      proxy.close();
    });

    test.skipIf(process.platform !== "linux")("asks after a quiet connection within seconds", async () => {
      const { proxy, pool: vanishing, close: closeVanishing } = await openVanishing();
      const quiet = await vanishing.connect();
      await quiet.query("select 1");
      const [asksIn] = await proxy.asksIn();
      expect(asksIn).toBeLessThanOrEqual(10_000);
      quiet.release();
      await closeVanishing();
      proxy.close();
    });

    test("waits longer than the server's own limits by itself, and without limits for work that takes them off", async () => {
      const usual = await openDatabase(connection, { max: 1 });
      const { query_timeout, statement_timeout } = usual.pool.options;
      await usual.close();
      expect(query_timeout).toBeGreaterThan(statement_timeout as number);
      expect(query_timeout).toBeLessThanOrEqual(30_000);
      const hasty = await openDatabase(
        { ...connection, query_timeout: 200, statement_timeout: 200 },
        { max: 1 },
      );
      const client = await hasty.direct.connect();
      await liftTimeouts(client);
      await client.query("select pg_sleep(0.5)");
      const { rows } = await client.query(
        "select distinct source from pg_settings where name like 'tcp_keepalives%'",
      );
      expect(rows).toEqual([{ source: "session" }]);
      client.release(true);
      await hasty.close();
    });
  });

  test("gives a slow transaction more time than its limits, and nothing after it", async () => {
    const hasty = await openDatabase(
      { ...connection, query_timeout: 400, statement_timeout: 200 },
      { max: 1 },
    );
    const sleep = (db: Kysely<DB>) => sql`select pg_sleep(0.7)`.execute(db);
    await inLongTransaction(hasty, sleep);
    await expect(sleep(hasty.slowDb)).rejects.toThrow("statement timeout");
    await expect(inTransaction(hasty.db, sleep)).rejects.toThrow("statement timeout");
    await hasty.close();
  });

  test("gives each work of its own a new session, without the settings of the one before", async () => {
    const { direct, close } = await openDatabase(connection, { max: 1 });
    await direct.query("set work_mem = '33MB'");
    expect((await direct.query("show work_mem")).rows).not.toEqual([{ work_mem: "33MB" }]);
    await close();
  });

  test("says that the server does not answer, without the password", async () => {
    const opening = openDatabase(
      { connectionString: "postgres://someone:s3cret-word@localhost:1/site" },
      { max: 1 },
    );
    await expect(opening).rejects.toThrow(/^Cannot connect to the database: .*ECONNREFUSED/);
    await expect(opening).rejects.not.toThrow("s3cret-word");
  });

  test("refuses a database that does not store UTF-8", async () => {
    const admin = new pg.Client(inject("postgres").admin);
    await admin.connect();
    const name = `${connection.database}_ascii`;
    await admin.query(
      `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    );
    await expect(openDatabase({ ...connection, database: name }, { max: 1 })).rejects.toThrow(
      "The database is encoded in SQL_ASCII: create it with UTF8",
    );
    await admin.query(`drop database ${name}`);
    await admin.end();
  });
});

describe("inTransaction", () => {
  beforeEach(() => pool.query("update counters set n = 0"));

  test("commits what was done, or nothing", async () => {
    await inTransaction(db, (trx) => sql`update counters set n = n + 1`.execute(trx));
    const failing = inTransaction(db, async (trx) => {
      await sql`update counters set n = n + 1`.execute(trx);
      throw new Error("thought better of it");
    });
    await expect(failing).rejects.toThrow("thought better of it");
    expect((await pool.query("select n from counters")).rows).toEqual([{ n: 1 }, { n: 1 }]);
  });

  test("joins the transaction that it is called in", async () => {
    const failing = inTransaction(db, async (trx) => {
      await inTransaction(trx, (inner) => sql`update counters set n = 99`.execute(inner));
      throw new Error("outer failure");
    });
    await expect(failing).rejects.toThrow("outer failure");
    expect((await pool.query("select from counters where n = 99")).rowCount).toBe(0);
  });

  test("runs a deadlocked transaction again", async () => {
    let waiting = 0;
    let bothHoldOne: () => void;
    const together = new Promise<void>((resolve) => {
      bothHoldOne = resolve;
    });
    const transfer = (first: number, second: number) => {
      let attempt = 0;
      return inTransaction(db, async (trx) => {
        attempt++;
        await sql`update counters set n = n + 1 where id = ${first}`.execute(trx);
        if (++waiting === 2) bothHoldOne();
        await together;
        await sql`update counters set n = n + 1 where id = ${second}`.execute(trx);
        return attempt;
      });
    };
    const attempts = await Promise.all([transfer(1, 2), transfer(2, 1)]);
    // Usually one of the two fails; on a busy machine the server may detect the deadlock in both.
    expect(attempts.some((attempt) => attempt > 1)).toBe(true);
    expect((await pool.query("select n from counters")).rows).toEqual([{ n: 2 }, { n: 2 }]);
  });

  test("runs a serialization failure again, but not for ever, and nothing else", async () => {
    let attempts = 0;
    const failing = (code: string, times: number) => {
      attempts = 0;
      return inTransaction(db, async (trx) => {
        if (++attempts <= times) await raise(code).execute(trx);
        return attempts;
      });
    };
    expect(await failing("40001", 2)).toBe(3);
    await expect(failing("40001", 100)).rejects.toMatchObject({ code: "40001" });
    expect(attempts).toBe(5);
    await expect(failing("23505", 1)).rejects.toMatchObject({ code: "23505" });
    expect(attempts).toBe(1);
  });
});
