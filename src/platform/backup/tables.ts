/** Copies tables between databases row by row, in PostgreSQL's text format, which every version reads. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import { type ClientBase, type QueryResultRow, escapeIdentifier as quote } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { liftTimeouts } from "#platform/database/db.ts";

/** Bytes of a table per compressed chunk, which is kept in memory. */
const TABLE_CHUNK_BYTES = 1 << 20;

/** Makes the text format equal on every server, and lifts timeouts: copying may take hours. */
export async function prepareSession(client: ClientBase): Promise<void> {
  await liftTimeouts(client);
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres';
    set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'; set work_mem = '32MB';
    set maintenance_work_mem = '128MB'`);
}

export interface Table {
  name: string;
  /** All columns except generated ones. */
  columns: string[];
  /** Sort expressions with the same order on every server: the primary key, or else all columns; texts by bytes. */
  order: string[];
}

/** A table's number of rows, and the SHA-256 of their text in order. */
export interface Rows {
  rows: number;
  sha256: string;
}

const OUR_SCHEMA = "(select oid from pg_namespace where nspname = current_schema())";

/** Returns the tables of a backup: not unlogged ones, which may be lost at any time, nor the record of migrations. */
export async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname::text as name,
      array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0
        and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end
        from pg_index, unnest(indkey) with ordinality as key(number, position)
        join pg_attribute on attnum = key.number
        where indrelid = pg_class.oid and indisprimary and attrelid = pg_class.oid order by position) as order
    from pg_class where relnamespace = ${OUR_SCHEMA} and relkind = 'r' and relpersistence = 'p'
      and relname <> 'schema_migrations' order by relname`,
  );
  // Without a primary key, equal rows may come in any order.
  const byAll = (columns: string[]) => columns.map((column) => `${quote(column)}::text collate "C"`);
  return rows.map((table) => (table.order.length ? table : { ...table, order: byAll(table.columns) }));
}

/** Prevents changes of the tables' columns until the transaction ends. */
export async function lockTables(client: ClientBase, tables: Table[]): Promise<void> {
  await client.query(`lock table ${tables.map(({ name }) => quote(name)).join(", ")} in access share mode`);
}

/**
 * Reads a table's rows in their order.
 * @param take called with the text in chunks of about a megabyte
 */
export async function readRows(
  client: ClientBase,
  { name, columns, order }: Table,
  take: (chunk: Buffer) => Promise<void> = async () => {},
): Promise<Rows> {
  const select = `select ${columns.map(quote).join(", ")} from ${quote(name)} order by ${order.join(", ")}`;
  const stream = client.query(copyTo(`copy (${select}) to stdout`));
  const hash = createHash("sha256");
  for await (const chunk of inChunks(stream)) {
    hash.update(chunk);
    await take(chunk);
  }
  return { rows: stream.rowCount, sha256: hash.digest("hex") };
}

/** Reads the rows of a query in batches, by a cursor that does not need a transaction. */
export async function* inBatches<Row extends QueryResultRow>(
  client: ClientBase,
  query: string,
  size: number,
): AsyncGenerator<Row[]> {
  await client.query(`declare batches cursor with hold for ${query}`);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${size} from batches`);
    if (!rows.length) break;
    yield rows;
  }
  await client.query("close batches");
}

async function* inChunks(stream: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < TABLE_CHUNK_BYTES) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    length = 0;
  }
  if (length) yield Buffer.concat(chunks);
}

/** Compresses a chunk into a zstd frame of its own. */
export const pack = promisify<Buffer, Buffer>(zstdCompress);
export const unpack = promisify<Buffer, Buffer>(zstdDecompress);

/** Starts to fill a table that this transaction has truncated. `freeze` saves a later vacuum of the rows. */
export function fillTable(client: ClientBase, { name, columns }: Table) {
  const stream = client.query(
    copyFrom(`copy ${quote(name)} (${columns.map(quote).join(", ")}) from stdin with (freeze)`),
  );
  const finished = once(stream, "finish");
  finished.catch(() => {});
  return {
    async write(chunk: Buffer) {
      if (!stream.write(chunk)) await Promise.race([once(stream, "drain"), finished]);
    },
    async end() {
      stream.end();
      await finished;
    },
  };
}

/**
 * Truncates the tables, and removes what would run for each inserted row: triggers, which would count again what the
 * counts already contain, foreign keys and indexes.
 * @returns restores all of them; PostgreSQL then checks every foreign key and unique index as a whole
 */
export async function prepareFilling(client: ClientBase, tables: Table[]): Promise<() => Promise<void>> {
  const names = tables.map(({ name }) => quote(name));
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = ${OUR_SCHEMA} order by conrelid, conname`,
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = ${OUR_SCHEMA} and relname = any($1)
        and not exists (select from pg_constraint where conindid = indexrelid) order by indexrelid`,
    [tables.map(({ name }) => name)],
  );
  const { rows: targets } = await client.query<{ statement: string }>(
    `select format('alter index %s alter column %s set statistics %s', attrelid::regclass, attnum, attstattarget) as statement
      from pg_attribute where attrelid = any($1::text[]::regclass[]) and attstattarget >= 0`,
    [indexes.map(({ name }) => name)],
  );
  const each = async (statements: string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  await each(names.map((name) => `alter table ${name} disable trigger user`));
  await each(foreignKeys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`));
  await each(indexes.map(({ name }) => `drop index ${name}`));
  await client.query(`truncate ${names.join(", ")}`);
  return async () => {
    await each(indexes.map(({ definition }) => definition));
    await each(targets.map(({ statement }) => statement));
    await each(
      foreignKeys.map(
        ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
      ),
    );
    await each(names.map((name) => `alter table ${name} enable trigger user`));
  };
}

/** Returns the last value of each sequence, null for unused ones. */
export async function readSequences(client: ClientBase): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select sequencename::text as name, last_value::text as last from pg_sequences
      where schemaname = current_schema() order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** Sets the sequences, which the migrations have made. */
export async function setSequences(
  client: ClientBase,
  sequences: Record<string, string | null>,
): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    if (last !== null) await client.query("select setval($1::regclass, $2::bigint)", [quote(name), last]);
  }
}
