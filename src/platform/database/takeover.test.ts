/** A database at 0049 becomes what a new one is, whatever happens meanwhile. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Pool } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabase, untilWaiting } from "#tests/support/database.ts";
import { createOldDatabase, migrations, ROWS_OF_0049, recordUntil } from "#tests/support/old-database.ts";
import { schemaOf } from "#tests/support/schema-of.ts";
import { openDatabase } from "./db.ts";
import { migrate } from "./migrate.ts";
import { knownMigrations } from "./migration-files.ts";

const SINCE = (await knownMigrations(migrations)).slice(1).map(({ name }) => name);
const STEPS = [
  "0050_forgiving_words.sql",
  "0051_bounded_documents.sql",
  "0052_addresses_that_strangers_type.sql",
  "0053_withdrawn_reactions.sql",
  "0054_purged_notes.sql",
  "0055_look_alike_names.sql",
  "0056_imports_of_yaml.sql",
  "0057_joined_words.sql",
  "documents.sql",
  "0057_schema",
  ...SINCE,
];

async function old(rows?: string, steps?: number): Promise<TestDatabase> {
  const database = await createOldDatabase(rows, steps);
  onTestFinished(database.close);
  return database;
}

async function fresh(): Promise<TestDatabase> {
  const database = await createTestDatabase({ empty: true });
  onTestFinished(database.close);
  await migrate(database.pool, migrations);
  return database;
}

const rowsOf = async (pool: Pool, query: string) => (await pool.query(query)).rows;
const record = (pool: Pool) =>
  rowsOf(pool, 'select name, checksum from schema_migrations order by name collate "C"');

/** All rows of all tables, as text. */
async function contentsOf(pool: Pool): Promise<unknown[]> {
  const tables = await rowsOf(
    pool,
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const contents = [];
  for (const { name } of tables) {
    const columns = name === "schema_migrations" ? "name, checksum" : "*";
    contents.push([
      name,
      await rowsOf(
        pool,
        `select to_jsonb(t)::text as row from (select ${columns} from ${name}) t order by 1`,
      ),
    ]);
  }
  return contents;
}

test("has the schema of a new one, its record and its first rows", async () => {
  const [one, other] = [await old(), await fresh()];
  expect(await migrate(one.pool, migrations)).toEqual(STEPS);
  expect(await schemaOf(one.pool)).toEqual(await schemaOf(other.pool));
  expect(await contentsOf(one.pool)).toEqual(await contentsOf(other.pool));
  expect(await migrate(one.pool, migrations)).toEqual([]);
});

test.each([1, 8])("goes on from where it stands, after %i steps", async (steps) => {
  const [one, other] = [await old(ROWS_OF_0049, steps), await fresh()];
  expect(await migrate(one.pool, migrations)).toEqual(STEPS.slice(steps));
  expect(await schemaOf(one.pool)).toEqual(await schemaOf(other.pool));
  expect(await record(one.pool)).toEqual(await record(other.pool));
});

/** Lines of pg_dump, those of columns in the order of their names. */
async function dump(server: TestDatabase): Promise<string[]> {
  const { host, port, user, database } = server.connection;
  const where = ["-h", host, "-p", String(port), "-U", user, "-d", database];
  const options = { maxBuffer: 1 << 24 };
  const { stdout } = await promisify(execFile)("pg_dump", ["--schema-only", ...where], options);
  return stdout
    .replace(/^\\(un)?restrict .*$/gm, "")
    .replace(/^(CREATE (?:UNLOGGED )?TABLE .*\n)([\s\S]*?)(?=^\);)/gm, (_, head: string, columns: string) =>
      [
        head,
        ...columns
          .split("\n")
          .map((line) => line.replace(/,$/, ""))
          .sort(),
      ].join("\n"),
    )
    .split("\n");
}

/** Whether pg_dump exists here for the server's version: it is in no npm package. */
async function hasDump(): Promise<boolean> {
  const version = await promisify(execFile)("pg_dump", ["--version"]).catch(() => undefined);
  const { pool, close } = await createTestDatabase();
  const [{ server_version: server }] = await rowsOf(pool, "show server_version");
  await close();
  return Number.parseInt(version?.stdout.match(/\d+/)?.[0] ?? "0", 10) >= Number.parseInt(server, 10);
}

test.skipIf(!(await hasDump()))("is dumped like a new one by pg_dump", async () => {
  const [one, other] = [await old(ROWS_OF_0049), await fresh()];
  await migrate(one.pool, migrations);
  const lines = await dump(one);
  expect(lines.length).toBeGreaterThan(3000);
  expect(lines).toEqual(await dump(other));
});

test("keeps its content, converted where that is called otherwise today", async () => {
  const { pool } = await old(ROWS_OF_0049);
  const empty = "select tablename from pg_tables where schemaname = 'public'";
  for (const { tablename } of await rowsOf(pool, empty))
    expect(await rowsOf(pool, `select from ${tablename} limit 1`), tablename).toHaveLength(1);
  const counted =
    "select prompt_id, likes_count, version, answered_count, worked_count from prompt_stats order by 1";
  expect(await rowsOf(pool, counted)).toMatchObject([
    { likes_count: 3, worked_count: 1 },
    { likes_count: 0 },
  ]);
  await migrate(pool, migrations);

  expect(await rowsOf(pool, counted)).toEqual([
    { prompt_id: 1, likes_count: 2, version: 2, answered_count: 1, worked_count: 1 },
    { prompt_id: 2, likes_count: 0, version: 1, answered_count: 0, worked_count: 0 },
  ]);
  expect(
    await rowsOf(
      pool,
      "select kind, username from withdrawn_reactions join users on id = user_id order by 1",
    ),
  ).toEqual([
    { kind: "favorites", username: "Caio" },
    { kind: "likes", username: "Caio" },
  ]);
  const found = async (words: string) =>
    (await rowsOf(pool, `select id from prompts where search @@ search_query('${words}') order by id`)).map(
      ({ id }) => id,
    );
  expect([await found("texto"), await found("email"), await found("xilofone")]).toEqual([[1, 2], [1], [1]]);
  expect(
    await rowsOf(
      pool,
      `select id from prompts left join prompt_stats on prompt_id = id
      where title_bits is distinct from title_bits(search) and hidden_at is null or hidden_at is not null and search <> ''`,
    ),
  ).toEqual([]);
  expect(await rowsOf(pool, "select prompt_id, number from prompt_versions")).toEqual([
    { prompt_id: 1, number: 1 },
  ]);
  expect(await rowsOf(pool, "select refresh_spent, refresh_first from sessions order by 1")).toEqual([
    { refresh_spent: 3, refresh_first: 4 },
    { refresh_spent: 4, refresh_first: 5 },
  ]);
  expect(
    await rowsOf(pool, "select action, target_user_id is null as gone from audit_log order by id"),
  ).toEqual([
    { action: "user_removed", gone: true },
    { action: "collection_hidden", gone: true },
    { action: "prompt_hidden", gone: false },
  ]);
  expect(await rowsOf(pool, "select username_key from username_claims order by 1")).toEqual(
    ["=rita", "ana", "rita"].map((username_key) => ({ username_key })),
  );
});

test("is taken over once by processes that start together", async () => {
  const { pool, connection } = await old(ROWS_OF_0049);
  const others = await Promise.all([1, 2].map(() => openDatabase(connection, { max: 1 })));
  const applied = await Promise.all(
    [pool, ...others.map((other) => other.pool)].map((one) => migrate(one, migrations)),
  );
  await Promise.all(others.map((other) => other.close()));
  expect(applied.flat()).toEqual(STEPS);
});

test("goes on when it was killed in the last step, of which nothing is left", async () => {
  const [{ pool, connection }, other] = [await old(ROWS_OF_0049), await fresh()];
  // The last step has done all but record itself when it waits.
  const holder = await pool.connect();
  await holder.query(`select pg_advisory_lock(1);
    create function wait() returns trigger language plpgsql as 'begin perform pg_advisory_lock(1); return new; end';
    create trigger wait before insert on schema_migrations for each row when (new.name = '0057_schema') execute function wait()`);
  const killed = await openDatabase(connection, { max: 1 });
  killed.pool.on("connect", (client) => client.on("error", () => {}));
  const migrating = migrate(killed.pool, migrations).catch((error: Error) => error);
  await untilWaiting(pool);
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  expect(await migrating).toBeInstanceOf(Error);
  await killed.close();
  await holder.query("drop function wait cascade");
  holder.release(true);
  expect((await record(pool)).at(-1)).toMatchObject({ name: "0057_joined_words.sql" });
  expect(await rowsOf(pool, "select from audit_log where action = 'user_deleted'")).toHaveLength(1);
  expect(await migrate(pool, migrations)).toEqual(STEPS.slice(8));
  expect(await schemaOf(pool)).toEqual(await schemaOf(other.pool));
});

test("is refused, unchanged, when it is too old, or has another step", async () => {
  const { pool } = await old();
  const before = await schemaOf(pool);
  await pool.query("delete from schema_migrations where name > '0012'");
  await expect(migrate(pool, migrations)).rejects.toThrow(
    "The database is too old for this version of Prompteca: its last migration is 0011_of_before.sql. Start a version " +
      "first that brings it up to 0049_keys_in_notices.sql.",
  );
  expect(await schemaOf(pool)).toEqual(before);
  for (const { name, checksum } of recordUntil("0050_forgiving_words.sql"))
    await pool.query("insert into schema_migrations values ($1, $2) on conflict do nothing", [
      name,
      checksum,
    ]);
  await pool.query("update schema_migrations set name = '0049_keys_in_notices.sql' where name like '0049%'");
  await expect(migrate(pool, migrations)).rejects.toThrow(
    "Migration 0050_forgiving_words.sql was changed after",
  );
});
