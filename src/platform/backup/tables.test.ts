import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { fillTable, prepareFilling, readRows, readTables, type Table } from "./tables.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const CATALOGUE = `
  select 'index' as kind, pg_get_indexdef(indexrelid) as definition,
    array(select attstattarget::int from pg_attribute where attrelid = indexrelid order by attnum)::text as state
    from pg_index where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
  union all select conrelid::regclass || '.' || conname, pg_get_constraintdef(oid), convalidated::text
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid), tgenabled::text
    from pg_trigger where not tgisinternal
  order by 1, 2`;

test("what is taken away for filling comes back as it was", async () => {
  const client = await database.pool.connect();
  const catalogue = async () => (await client.query(CATALOGUE)).rows;
  try {
    await client.query("alter index users_search alter column 1 set statistics 40");
    const before = await catalogue();
    expect(before.length).toBeGreaterThan(80);
    await client.query("begin");
    const tables = await readTables(client);
    const finish = await prepareFilling(client, tables);
    expect((await catalogue()).length).toBeLessThan(before.length - 20);
    await finish();
    await client.query("commit");
    expect(await catalogue()).toEqual(before);
  } finally {
    client.release();
  }
});

test("rows without a key that tells them apart come back too, equal ones as often as they were", async () => {
  const { pool } = database;
  await pool.query(
    `create table notes (text text, number int, at timestamptz, doubled int generated always as (number * 2) stored);
    insert into notes values ('ç', 2, 'infinity'), (null, 1, now()), ('a\\b' || chr(9) || chr(10), 3, null), ('ç', 2, 'infinity')`,
  );
  const client = await pool.connect();
  try {
    const notes = (await readTables(client)).find(({ name }) => name === "notes") as Table;
    expect(notes.columns).toEqual(["text", "number", "at"]);
    const pieces: Buffer[] = [];
    const written = await readRows(client, notes, async (piece) => void pieces.push(piece));
    expect(written.rows).toBe(4);
    await client.query("begin");
    const finish = await prepareFilling(client, [notes]);
    const filling = fillTable(client, notes);
    for (const piece of pieces) await filling.write(piece);
    await filling.end();
    await finish();
    expect(await readRows(client, notes)).toEqual(written);
    await client.query("update notes set number = 9 where text is null");
    expect(await readRows(client, notes)).not.toEqual(written);
    await client.query("commit");
  } finally {
    client.release();
  }
});
