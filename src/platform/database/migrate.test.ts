import { mkdir, rm, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { administer, createTestDatabase, untilWaiting } from "#tests/support/database.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { openDatabase } from "./db.ts";
import { migrate } from "./migrate.ts";

const { pool, connection, close } = await createTestDatabase();
afterAll(close);

let folder: URL;
const write = (name: string, sql: string) => writeFile(new URL(name, folder), sql);
afterEach(() => rm(folder, { recursive: true }));
const tables = async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'
      order by 1`,
  );
  return rows.map(({ name }) => name);
};

beforeEach(async () => {
  await pool.query("drop schema public cascade; create schema public");
  folder = pathToFileURL(`${await makeTestFolder()}/`);
  await write("0001_first.sql", "create table first (id int);\ninsert into first values (1);\n");
});

describe("migrate", () => {
  test("applies what is missing, in order, once, and ignores other files", async () => {
    await write("README.md", "Not SQL.");
    await mkdir(new URL("drafts", folder));
    expect(await migrate(pool, folder)).toEqual(["0001_first.sql"]);
    await write("0002_second.sql", "create table second as select id from first;");
    await write("0003_third.sql", "alter table second add column name text default ';--' not null;");
    expect(await migrate(pool, folder)).toEqual(["0002_second.sql", "0003_third.sql"]);
    expect(await migrate(pool, folder)).toEqual([]);
    expect((await pool.query("select * from second")).rows).toEqual([{ id: 1, name: ";--" }]);
  });

  test("applies the files of a folder together, as one migration, which may have any number first", async () => {
    await rm(new URL("0001_first.sql", folder));
    await mkdir(new URL("0057_schema", folder));
    await write("0057_schema/1_one.sql", "create table one (id int);");
    await write("0057_schema/2_two.sql", "create table two as select id from nowhere;");
    await write("0058_next.sql", "create table next as select id from two;");
    await expect(migrate(pool, folder)).rejects.toThrow("Migration 0057_schema, line 2: relation");
    expect(await tables()).toEqual([]);
    await write("0057_schema/2_two.sql", "create table two as select id from one;");
    expect(await migrate(pool, folder)).toEqual(["0057_schema", "0058_next.sql"]);
    expect(await tables()).toEqual(["next", "one", "two"]);
    await write("0057_schema/1_one.sql", "create table one (id bigint);");
    await expect(migrate(pool, folder)).rejects.toThrow(
      "0057_schema was changed after the database applied it",
    );
  });

  test("applies each file once when several processes start together", async () => {
    await write(
      "0002_slow.sql",
      "select pg_sleep(0.1); create table second (id int); insert into first values (2);",
    );
    const others = await Promise.all([1, 2, 3].map(() => openDatabase(connection, { max: 1 })));
    const applied = await Promise.all(
      [pool, ...others.map((other) => other.pool)].map((one) => migrate(one, folder)),
    );
    await Promise.all(others.map((other) => other.close()));
    expect(applied.flat()).toEqual(["0001_first.sql", "0002_slow.sql"]);
    expect((await pool.query("select id from first order by id")).rows).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test("leaves nothing of a file that fails, names its line, and continues once it is corrected", async () => {
    await write("0002_broken.sql", "create table second (id int);\n\ninsert into nowhere values (1);\n");
    await write("0003_third.sql", "create table third (id int);");
    await expect(migrate(pool, folder)).rejects.toThrow(
      'Migration 0002_broken.sql, line 3: relation "nowhere" does not exist. Nothing of it was applied.',
    );
    expect(await tables()).toEqual(["first"]);
    await write("0002_broken.sql", "create table second (id int);");
    expect(await migrate(pool, folder)).toEqual(["0002_broken.sql", "0003_third.sql"]);
    expect(await tables()).toEqual(["first", "second", "third"]);
  });

  test("has no timeout, unlike requests", async () => {
    const impatient = await openDatabase({ ...connection, statement_timeout: 500 }, { max: 1 });
    await write("0002_long.sql", "select pg_sleep(1);");
    expect(await migrate(impatient.direct, folder)).toEqual(["0001_first.sql", "0002_long.sql"]);
    await expect(impatient.pool.query("select pg_sleep(1)")).rejects.toThrow("statement timeout");
    await impatient.close();
  });

  test("waits for a table that a backup reads, and lets others read it meanwhile", async () => {
    await migrate(pool, folder);
    await write("0002_wider.sql", "alter table first add column name text;");
    const [backup, reader] = [await pool.connect(), await pool.connect()];
    await backup.query("begin; lock table first in access share mode");
    const migrating = migrate(pool, folder);
    let waiting = 0;
    while (!waiting) {
      const { rowCount } = await pool.query(
        "select from pg_locks where not granted and relation = 'first'::regclass",
      );
      waiting = rowCount ?? 0;
    }
    // Readers queue behind the migration until its lock timeout.
    expect((await reader.query("select * from first")).rows).toEqual([{ id: 1 }]);
    await backup.query("commit");
    expect(await migrating).toEqual(["0002_wider.sql"]);
    for (const client of [backup, reader]) client.release();
  });

  test("begins again when it and a statement wait for each other", async () => {
    await migrate(pool, folder);
    await pool.query("create table second (id int)");
    await write(
      "0002_both.sql",
      "alter table second add column name text; alter table first add column name text;",
    );
    const old = await pool.connect();
    onTestFinished(() => old.release(true));
    await administer(`grant set on parameter deadlock_timeout to ${connection.user}`);
    // PostgreSQL ends the one that finds out, after a wait of its own `deadlock_timeout`: the migration, however slow we are.
    await old.query("set deadlock_timeout = '1h'; begin; insert into first values (2)");
    const migrating = migrate(pool, folder);
    await untilWaiting(pool);
    await old.query("insert into second values (2); commit");
    expect(await migrating).toEqual(["0002_both.sql"]);
    expect((await pool.query("select * from second")).rows).toEqual([{ id: 2, name: null }]);
  });

  test("refuses a file that was changed after it was applied, except for its line ends", async () => {
    await migrate(pool, folder);
    await write("0001_first.sql", "create table first (id int);\r\ninsert into first values (1);\r\n");
    expect(await migrate(pool, folder)).toEqual([]);
    await write("0001_first.sql", "create table other (id int);");
    await expect(migrate(pool, folder)).rejects.toThrow(
      "0001_first.sql was changed after the database applied it",
    );
  });

  test("refuses a database that is newer than the code", async () => {
    await write("0002_future.sql", "create table future (id int);");
    await migrate(pool, folder);
    await rm(new URL("0002_future.sql", folder));
    await expect(migrate(pool, folder)).rejects.toThrow(
      "The database is newer than this version of Prompteca: it has migration 0002_future.sql",
    );
  });

  test.each(["0003_gap.sql", "0001_again.sql", "2_short.sql"])("refuses the number of %s", async (name) => {
    await write(name, "create table wrong (id int);");
    await expect(migrate(pool, folder)).rejects.toThrow("numbered without gaps or repeats");
    expect(await tables()).toEqual([]);
  });
});
