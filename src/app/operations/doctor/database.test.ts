/** The doctor's findings about the database: its limits, its version, its key, and none at all. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SUPERUSER } from "#platform/postgres/cluster.ts";
import { startPostgres } from "#platform/postgres/postgres.ts";
import { administer, createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { doctor, newFolder, SECRET_KEY } from "#tests/support/doctor.ts";
import { startPooler } from "#tests/support/pooler.ts";
import { createTestReplica } from "#tests/support/replica.ts";

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
  expect(await limited(40)).toMatch(
    /^warning {2}database: .* allows 40 connections: enough for one process, not/m,
  );
  expect(await limited(-1)).not.toMatch(/connection limit of database/);
  const pooler = await startPooler(database, { keepsStatements: true });
  const urls = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url };
  const said = await doctor({ ...here, ...urls });
  expect(said).toMatch(/^warning {2}database: sessions of the pooler end nothing that takes too long/m);
  expect(said).toMatch(/^ok {7}database: all migrations are applied$/m);
  expect(said).not.toMatch(/^wrong/m);
  pooler.close();
  for (const setting of ["statement_timeout", "idle_in_transaction_session_timeout"])
    await administer(`alter database ${database.connection.database} set ${setting} = '30s'`);
  const ending = await startPooler(database, { keepsStatements: true });
  expect(await doctor({ ...here, ...urls, DATABASE_URL: ending.url })).toMatch(
    /^ok {7}database: the pooler keeps prepared statements, and DATABASE_DIRECT_URL leads past it$/m,
  );
  ending.close();
  await database.close();
});

test("the role's own limit on connections is named, and what raises it", async () => {
  const DATA_DIR = await newFolder();
  const { connection, stop } = await startPostgres({ dataDir: join(DATA_DIR, "postgres") });
  const { user } = connection;
  const administrator = new pg.Client({ ...connection, user: SUPERUSER });
  await administrator.connect();
  await administrator.query(`alter role ${user} connection limit 20`);
  expect(await doctor({ DATA_DIR })).toContain(
    `warning  database: the connection limit of role ${user} allows 20 connections; a process opens 25`,
  );
  await administrator.query(`alter role ${user} connection limit 0`);
  expect(await doctor({ DATA_DIR })).toContain(
    `too many connections for role "${user}": raise its own limit: alter role "${user}" connection limit …\n`,
  );
  await administrator.end();
  await stop();
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

test("a replica says how far it is behind, and is a warning beyond two seconds", async () => {
  const replica = await createTestReplica();
  await replica.pool.query(`create function pg_last_xact_replay_timestamp() returns timestamptz stable language sql
    as 'select at from public.replication_heartbeat'`);
  const urls = { DATABASE_URL: server.url, DATABASE_REPLICA_URL: replica.url };
  const here = { DATA_DIR: await newFolder(), SECRET_KEY, ...urls };
  await replica.replay(server);
  expect(await doctor(here)).toMatch(/^ok {7}database: replica \S+ is [01]\.\d s and \d+ bytes behind$/m);
  await replica.replay(server, { behind: 4096, age: 60 });
  expect(await doctor(here)).toMatch(
    /^warning {2}database: replica \S+ is 6\d\.\d s and \d{4,} bytes behind$/m,
  );
  await replica.close();
});

test("a server that lacks pg_trgm, or does not let us create it, is wrong", async () => {
  const empty = await createTestDatabase({ empty: true });
  const name = empty.connection.database;
  const here = { DATA_DIR: await newFolder(), SECRET_KEY, DATABASE_URL: empty.url };
  expect(await doctor(here)).not.toContain("pg_trgm");
  await administer(`alter database ${name} owner to ${SUPERUSER}`);
  expect(await doctor(here)).toMatch(
    /^wrong {4}database: a database administrator has to run once: create extension pg_trgm$/m,
  );
  // As without the contrib package: the server's own list is found behind this one.
  await administer(`alter database ${name} owner to ${empty.connection.user}`);
  await empty.pool.query(`create schema lacking;
    create view lacking.pg_available_extensions as
      select * from pg_catalog.pg_available_extensions where name <> 'pg_trgm'`);
  await administer(`alter database ${name} set search_path = lacking, pg_catalog, public`);
  expect(await doctor(here)).toMatch(
    /^wrong {4}database: the server lacks the extension pg_trgm: install PostgreSQL's contrib package$/m,
  );
  await empty.close();
});

test("the clock of a database that is brought along is not compared", async () => {
  const DATA_DIR = await newFolder();
  const { stop } = await startPostgres({ dataDir: join(DATA_DIR, "postgres") });
  expect(await doctor({ DATA_DIR })).toMatch(
    /^ok {7}database: its clock is that of this machine: not checked$/m,
  );
  await stop();
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

test("a database of an older version that is brought along is told before it is moved", async () => {
  const DATA_DIR = await newFolder();
  await mkdir(join(DATA_DIR, "postgres"));
  await writeFile(join(DATA_DIR, "postgres", "PG_VERSION"), "15\n");
  expect(await doctor({ DATA_DIR })).toMatch(
    /^warning {2}database: embedded PostgreSQL 15: moved to \d+ at the next start, back up before$/m,
  );
});

test("no backup is a warning in production", async () => {
  const here = { DATA_DIR: await newFolder(), DATABASE_URL: server.url, SECRET_KEY };
  const said = await doctor({
    ...here,
    ...{ NODE_ENV: "production", CONTACT_EMAIL: "oi@exemplo.com.br", PUBLIC_URL: "https://127.0.0.1:1" },
    ...{ SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "oi@exemplo.com.br", ADMIN_EMAIL: "oi@exemplo.com.br" },
  });
  expect(said).toMatch(
    /^warning {2}database: no backup yet, and none is made at night: BACKUP_DIR is not set$/m,
  );
  expect(await doctor(here)).toMatch(/^ok {7}database: no backup yet/m);
});

test("a nightly backup, or its copy elsewhere, that is late is wrong in production", async () => {
  const folder = await newFolder();
  const here = {
    DATA_DIR: folder,
    DATABASE_URL: server.url,
    SECRET_KEY,
    BACKUP_DIR: join(folder, "backups"),
  };
  const production = {
    ...{ NODE_ENV: "production", CONTACT_EMAIL: "oi@exemplo.com.br", PUBLIC_URL: "https://127.0.0.1:1" },
    ...{ SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "oi@exemplo.com.br", ADMIN_EMAIL: "oi@exemplo.com.br" },
  };
  expect(await doctor({ ...here, ...production })).toMatch(/^ok {7}database: no backup yet$/m);
  const old = "update schema_migrations set applied_at = applied_at - interval '27 hours' where true";
  await server.pool.query(old);
  expect(await doctor({ ...here, ...production })).toMatch(/^wrong {4}database: no backup yet$/m);
  const of = (hours: number) =>
    server.pool.query(
      `insert into backups (bytes, file, nightly, finished_at, copied_at)
        values (1, '/nowhere', true, now() - $1 * interval '1 hour', now())`,
      [hours],
    );
  await of(27);
  expect(await doctor({ ...here, ...production })).toMatch(
    /^wrong {4}database: the last backup is 27 hours old$/m,
  );
  expect(await doctor(here)).toMatch(/^ok {7}database: the last backup is 27 hours old$/m);
  const copies = { BACKUP_S3_BUCKET: "far", BACKUP_S3_ACCESS_KEY_ID: "a", BACKUP_S3_SECRET_ACCESS_KEY: "b" };
  expect(await doctor({ ...here, ...copies })).toMatch(
    /^wrong {4}database: no copy of the last 26 hours is in bucket far: look for "backup not copied" in the log$/m,
  );
  await of(25);
  const fresh = await doctor({ ...here, ...production, ...copies });
  expect(fresh).toMatch(/^ok {7}database: the last backup is 25 hours old$/m);
  expect(fresh).toMatch(/^ok {7}database: its last copy in bucket far is 25 hours old$/m);
  await server.pool.query("delete from backups where file = '/nowhere'");
});

test("an address that devices make no passkeys for is reported, and who of the staff has none", async () => {
  const here = { DATA_DIR: await newFolder(), DATABASE_URL: server.url, SECRET_KEY };
  await server.pool.query("insert into users (email, username) values ('admin@prompteca.local', 'Chefe')");
  await server.pool.query("insert into users (email, username) values ('marta@example.com', 'Marta')");
  await server.pool.query("insert into moderators (user_id) select id from users where username = 'Marta'");
  const named = await doctor({ ...here, PUBLIC_URL: "https://prompteca.example" });
  expect(named).not.toMatch(/passkey/i);
  expect(await doctor({ ...here, PUBLIC_URL: "https://192.0.2.1" })).toMatch(
    /^warning {2}database: PUBLIC_URL: devices make no passkeys for /m,
  );
  const strict = await doctor({ ...here, PUBLIC_URL: "https://192.0.2.1", REQUIRE_PASSKEY: "staff" });
  expect(strict).toMatch(
    /^wrong {4}database: PUBLIC_URL: devices make no passkeys for https:\/\/192\.0\.2\.1: it takes https and a name$/m,
  );
  expect(strict).toMatch(
    /^warning {2}database: REQUIRE_PASSKEY: may do nothing until they make a passkey: Chefe, Marta$/m,
  );
});
