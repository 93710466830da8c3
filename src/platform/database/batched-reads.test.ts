import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { openDatabase } from "./db.ts";

const { pool, connection, close } = await createTestDatabase();
const own = await openDatabase(connection, { max: 1 });
afterAll(async () => {
  await own.close();
  await close();
});

const { batchedReads } = own;
const half = (n: number) =>
  batchedReads.ask<{ half: number; pid: number }>({
    name: "half",
    text: "select 1000 / $1::int as half, pg_backend_pid() as pid",
    values: [n],
  });
const backends = (rows: { pid: number }[][]) => new Set(rows.flat().map(({ pid }) => pid)).size;

test("what is asked in one turn goes over one connection, and each gets its own rows", async () => {
  const rows = await Promise.all(Array.from({ length: 16 }, (_, i) => half(i + 1)));
  expect(rows.flat().map((row) => row.half)).toEqual(
    Array.from({ length: 16 }, (_, i) => Math.floor(1000 / (i + 1))),
  );
  expect(backends(rows)).toBe(1);
});

test("more than fit together go over a few more connections, however many they are", async () => {
  const rows = await Promise.all(Array.from({ length: 2000 }, (_, i) => half(i + 1)));
  expect(rows.flat()).toHaveLength(2000);
  expect(backends(rows)).toBeGreaterThan(1);
  expect(backends(rows)).toBeLessThanOrEqual(4);
});

test("one that fails fails alone", async () => {
  const outcomes = await Promise.allSettled([half(1), half(0), half(2)]);
  expect(outcomes).toMatchObject([
    { status: "fulfilled", value: [{ half: 1000 }] },
    { status: "rejected", reason: { code: "22012" } },
    { status: "fulfilled", value: [{ half: 500 }] },
  ]);
});

test("a connection that breaks fails what was sent over it, and nothing after that", async () => {
  const terminated = batchedReads.ask({
    name: "end",
    text: "select pg_terminate_backend(pg_backend_pid())",
    values: [],
  });
  const outcomes = await Promise.allSettled([terminated, half(1)]);
  expect(outcomes).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
  expect(await half(2)).toMatchObject([{ half: 500 }]);
});

test("a migration that changes what a statement answers fails it once on a connection", async () => {
  await pool.query("create table shapes (a int)");
  const all = () => batchedReads.ask({ name: "shapes", text: "select * from shapes", values: [] });
  expect(await all()).toEqual([]);
  await pool.query("alter table shapes add column b int");
  await expect(all()).rejects.toThrow("cached plan");
  await pool.query("insert into shapes values (1, 2)");
  expect(await all()).toEqual([{ a: 1, b: 2 }]);
});

test("reads do not wait for who waits for a lock", async () => {
  await pool.query("create table counts (n int); insert into counts values (1)");
  const holder = await pool.connect();
  await holder.query("begin; update counts set n = 2 where n = 1");
  const held = own.pool.query("update counts set n = 3 where n = 1");
  expect(await half(2)).toMatchObject([{ half: 500 }]);
  await holder.query("rollback");
  holder.release();
  await held;
});

test("a server that is not there is told to everybody who asks", async () => {
  const { batchedReads: gone, close: end } = await openDatabase(connection, { max: 1 });
  await end();
  const ask = () => gone.ask({ name: "one", text: "select 1", values: [] });
  const outcomes = await Promise.allSettled([ask(), ask()]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(ask()).rejects.toThrow("Cannot use a pool");
});
