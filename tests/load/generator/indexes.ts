/** Takes secondary indexes away for a load and makes them again as they were; unique ones, which are rules, stay. */
import type { ClientBase } from "pg";
import type { Report } from "./copy.ts";

interface Index {
  name: string;
  definition: string;
}

/** The indexes of tables, those of the rules too, as PostgreSQL writes them. */
export async function readIndexes(
  client: ClientBase,
  tables: readonly string[],
  all = true,
): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any($1::regclass[]) and ($2 or not indisunique) order by 1`,
    [tables, all],
  );
  return rows;
}

/** @returns what {@link createIndexes} needs to make them again, in the same transaction */
export async function dropIndexes(client: ClientBase, tables: readonly string[]): Promise<Index[]> {
  const indexes = await readIndexes(client, tables, false);
  if (indexes.length) await client.query(`drop index ${indexes.map(({ name }) => name).join(", ")}`);
  return indexes;
}

export async function createIndexes(
  client: ClientBase,
  indexes: readonly Index[],
  report: Report,
): Promise<void> {
  for (const { name, definition } of indexes) {
    const started = Date.now();
    await client.query(definition);
    report(`index ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
}
