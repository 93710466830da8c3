/** What the doctor finds about the database: its limits, its version, its key, and none at all. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { administer, createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { doctor, newFolder, SECRET_KEY } from "#tests/support/doctor.ts";
import { startPooler } from "#tests/support/pooler.ts";

vi.setConfig({ testTimeout: 180_000 });

let server: TestDatabase;
beforeAll(async () => {
  server = await createTestDatabase();
});
afterAll(() => server.close());

test("a limit on connections is reported, and what a pooler lacks", async () => {
  const database = await createTestDatabase();
  const here = { DATA_DIR: await newFolder(), SECRET_KEY };
  const limited = async (most: number) => {
    await administer(`alter database ${database.connection.database} connection limit ${most}`);
    return doctor({ ...here, DATABASE_URL: database.url });
  };
  expect(await limited(7)).toMatch(
    /^wrong {4}database: the connection limit of database test_\w+ allows 7 connections: .* fewer than 8$/m,
  );
  expect(await limited(20)).toMatch(/^warning {2}database: .* allows 20 connections; a process opens 25/m);
  expect(await limited(-1)).not.toMatch(/connection limit of database/);

  const pooler = await startPooler(database, { keepsStatements: true });
  const urls = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url };
  const said = await doctor({ ...here, ...urls });
  expect(said).toMatch(/^warning {2}database: sessions of the pooler end nothing that takes too long/m);
  expect(said).toMatch(/^ok {7}database: all migrations are applied$/m);
  expect(said).not.toMatch(/^wrong/m);
  pooler.close();
  await database.close();
});

test("replicas that no read goes to are reported, with the reason", async () => {
  const nobody = "postgres://localhost:1/site";
  const replicas = `${server.url} ${nobody}`;
  const here = { DATA_DIR: await newFolder(), SECRET_KEY };
  const said = await doctor({ ...here, DATABASE_URL: server.url, DATABASE_REPLICA_URL: replicas });
  expect(said).toMatch(
    /^wrong {4}database: replica \S+ is a server that takes writes: it is not read from$/m,
  );
  expect(said).toMatch(
    /^warning {2}database: replica localhost:1 is passed over: .*ECONNREFUSED.*nothing listens/m,
  );
});

test("a database of a newer version, and one without tables, are reported and left unchanged", async () => {
  const empty = await createTestDatabase({ empty: true });
  const here = { DATA_DIR: await newFolder(), SECRET_KEY };
  expect(await doctor({ ...here, DATABASE_URL: empty.url })).toMatch(
    /^ok {7}database: migrations to come at the next start: \d+$/m,
  );
  expect((await empty.pool.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
  await empty.close();

  await server.pool.query("insert into schema_migrations (name, checksum) values ('9999_future', '')");
  const said = await doctor({ ...here, DATABASE_URL: server.url });
  await server.pool.query("delete from schema_migrations where name = '9999_future'");
  expect(said).toMatch(/^wrong {4}database: .*newer than this version/m);
});

test("a SECRET_KEY that the database was not used with, or none, is wrong before it ends sessions", async () => {
  const here = { DATA_DIR: await newFolder(), DATABASE_URL: server.url };
  expect(await doctor(here)).not.toContain("there is no SECRET_KEY");
  await server.pool.query(
    "insert into signing_keys (kid, public_jwk, private_key) values ('old', '{}', 'sealed with another key')",
  );
  expect(await doctor({ ...here, SECRET_KEY })).toMatch(/^wrong {4}database: SECRET_KEY is not the one/m);
  expect(await doctor(here)).toMatch(/^wrong {4}database: there is no SECRET_KEY/m);
});

test("a folder without a site is left unchanged", async () => {
  const place = await newFolder();
  const said = await doctor({ DATA_DIR: join(place, "to", "come") });
  expect(said).toMatch(/^ok {7}database: embedded PostgreSQL \d+: made at the first start$/m);
  expect(said).not.toMatch(/^wrong/m);
  expect(await readdir(place)).toEqual([]);
});
