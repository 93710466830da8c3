import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { administer, createTestDatabase } from "#tests/support/database.ts";
import { startVanishingProxy } from "#tests/support/vanishing-proxy.ts";
import { inLongTransaction, inTransaction, liftTimeouts, openDatabase } from "./db.ts";
import type { DB } from "./schema.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";

const { pool, db, connection, close } = await createTestDatabase();
afterAll(close);

await pool.query("create table counters (id int primary key, n int not null default 0)");
await pool.query("insert into counters (id) values (1), (2)");

const raise = (code: string) =>
  sql`do ${sql.raw(`$$ begin raise exception using errcode = '${code}'; end $$`)}`;

/** Opens the database anew, with other settings of the connections. */
async function openAnew(settings: pg.PoolConfig = {}, max = 1) {
  const opened = await openDatabase({ ...connection, ...settings }, { max });
  onTestFinished(opened.close);
  return opened;
}

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

  test("reads texts, wherever they stand, with what they hide told", async () => {
    const hidden = "a\u202eb\u{e006f}\u{e0069}";
    const { rows } = await pool.query(
      `select $1::text as text, array[$1, null, 'c']::text[] as list, json_build_array($1::text) as json,
        jsonb_build_object('in', jsonb_build_array($1::text)) as jsonb, '["\\u202e"]'::json as escaped`,
      [hidden],
    );
    const told = "a⟨invisível⟩b⟨invisível: oi⟩";
    expect(rows).toEqual([
      { text: told, list: [told, null, "c"], json: [told], jsonb: { in: [told] }, escaped: ["⟨invisível⟩"] },
    ]);
  });

  test("prepares each statement once on a connection", async () => {
    const { db } = await openAnew();
    const find = (id: string) => db.selectFrom("users").select("id").where("id", "=", id).execute();
    await find("7a5ac2c4-8a5e-4ab5-a3a1-6c7d2bd2e3c1");
    await find("7a5ac2c4-8a5e-4ab5-a3a1-6c7d2bd2e3c2");
    const { rows } =
      await sql`select statement from pg_prepared_statements where statement like 'select "id"%'`.execute(db);
    expect(rows).toEqual([{ statement: 'select "id" from "users" where "id" = $1' }]);
  });

  test("recovers after a migration changed the result of a prepared statement", async () => {
    const { db } = await openAnew();
    await pool.query("create table shapes (a int)");
    const select = () => sql`select * from shapes`.execute(db);
    await select();
    await pool.query("alter table shapes add column b int");
    await expect(select()).rejects.toThrow("cached plan");
    expect((await select()).rows).toEqual([]);
  });

  test("survives connections that break, idle or in use", async () => {
    const { pool: breaking, db } = await openAnew({}, 2);
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
  });

  test("leaves a server that only reads, as one does that has handed over to another", async () => {
    const set = (what: string) => pool.query(`alter database ${connection.database} ${what}`);
    await set("set default_transaction_read_only = on");
    const { db: over } = await openAnew();
    const write = (on: typeof db) => sql`create table if not exists written ()`.execute(on);
    for (const [what, writing] of [
      ["a statement", () => write(over)],
      ["a transaction", () => inTransaction(over, write)],
    ] as const) {
      await expect(writing(), what).rejects.toSatisfy(isDatabaseUnavailable);
    }
    await set("reset default_transaction_read_only");
    await expect(write(over), "over a new connection").resolves.toBeDefined();
  });

  describe("with a server whose machine vanishes", () => {
    const openVanishing = async (max = 1) => {
      const proxy = await startVanishingProxy(connection);
      onTestFinished(proxy.close);
      const limits = { query_timeout: 1000, connectionTimeoutMillis: 1000 };
      return { proxy, ...(await openAnew({ ...proxy.address, ...limits }, max)) };
    };
    const one = (on: typeof db) => sql<{ one: number }>`select 1 as one`.execute(on);
    const away = expect.toSatisfy(isDatabaseUnavailable);

    test("abandons what waits for a response, and continues over new connections", async () => {
      const { proxy, pool: vanishing, db: over, batchedReads } = await openVanishing();
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
    });

    test("abandons a transaction in the middle", async () => {
      const { proxy, db: over, pool: vanishing } = await openVanishing(2);
      const other = await vanishing.connect();
      await other.query("select 1");
      let waited: Promise<unknown> = Promise.resolve();
      const working = inTransaction(over, async (trx) => {
        await one(trx);
        proxy.vanish();
        await one(trx).catch((error) => {
          waited = other.query("select 1").catch(() => "another timeout");
          throw error;
        });
      });
      const failed = working.catch((error) => error);
      await expect(working).rejects.toEqual(away);
      // The end of the transaction is not waited for.
      expect(await Promise.race([waited, failed])).toEqual(away);
      await waited;
      other.release(true);
      expect((await one(over)).rows).toEqual([{ one: 1 }]);
    });

    test.skipIf(process.platform !== "linux")("probes an idle connection within seconds", async () => {
      const { proxy, pool: vanishing } = await openVanishing();
      const quiet = await vanishing.connect();
      await quiet.query("select 1");
      const [asksIn] = await proxy.asksIn();
      expect(asksIn).toBeLessThanOrEqual(10_000);
      quiet.release();
    });

    test("waits longer than the server's own timeouts, and without timeouts for work that lifts them", async () => {
      const { query_timeout, statement_timeout } = (await openAnew({})).pool.options;
      expect(query_timeout).toBeGreaterThan(statement_timeout as number);
      expect(query_timeout).toBeLessThanOrEqual(30_000);
      const hasty = await openAnew({ query_timeout: 1000, statement_timeout: 1000 });
      const client = await hasty.direct.connect();
      await liftTimeouts(client);
      await client.query("select pg_sleep(1.5)");
      const { rows } = await client.query(
        "select distinct source from pg_settings where name like 'tcp_keepalives%'",
      );
      expect(rows).toEqual([{ source: "session" }]);
      client.release(true);
    });
  });

  test("gives a long transaction more time, and the next statement no more", async () => {
    const hasty = await openAnew({ query_timeout: 4000, statement_timeout: 1000 });
    const sleep = (db: Kysely<DB>) => sql`select pg_sleep(1.5)`.execute(db);
    await inLongTransaction(hasty, sleep);
    await expect(sleep(hasty.slowDb)).rejects.toThrow("statement timeout");
    await expect(inTransaction(hasty.db, sleep)).rejects.toThrow("statement timeout");
  });

  test("gives each use of `direct` a new session, without settings of the previous one", async () => {
    const { direct } = await openAnew();
    await direct.query("set work_mem = '33MB'");
    expect((await direct.query("show work_mem")).rows).not.toEqual([{ work_mem: "33MB" }]);
  });

  test("reports a server that does not respond, without the password", async () => {
    const opening = openDatabase(
      { connectionString: "postgres://someone:s3cret-word@localhost:1/site" },
      { max: 1 },
    );
    await expect(opening).rejects.toThrow(/^Cannot connect to the database: .*ECONNREFUSED/);
    await expect(opening).rejects.not.toThrow("s3cret-word");
  });

  test("refuses a database that does not store UTF-8", async () => {
    const name = `${connection.database}_ascii`;
    await administer(
      `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    );
    await expect(openDatabase({ ...connection, database: name }, { max: 1 })).rejects.toThrow(
      "The database is encoded in SQL_ASCII: create it with UTF8",
    );
    await administer(`drop database ${name}`);
  });
});

describe("inTransaction", () => {
  beforeEach(() => pool.query("update counters set n = 0 where true"));

  test("commits what was done, or nothing", async () => {
    await inTransaction(db, (trx) => sql`update counters set n = n + 1 where true`.execute(trx));
    const failing = inTransaction(db, async (trx) => {
      await sql`update counters set n = n + 1 where true`.execute(trx);
      throw new Error("thought better of it");
    });
    await expect(failing).rejects.toThrow("thought better of it");
    expect((await pool.query("select n from counters")).rows).toEqual([{ n: 1 }, { n: 1 }]);
  });

  test("joins the transaction that it is called in", async () => {
    const failing = inTransaction(db, async (trx) => {
      await inTransaction(trx, (inner) => sql`update counters set n = 99 where true`.execute(inner));
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
