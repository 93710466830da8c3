/**
 * Takes over databases and backups that have the migrations which `0057_schema` stands for, from 0049 on (decision 58). What
 * they lack is in `migrations/takeover/`; its last step writes the record of applied migrations anew.
 */

import { readdir } from "node:fs/promises";
import { LastingError } from "#platform/operator-error.ts";
import { type Applied, knownMigrations, type Migration, readMigration } from "./migration-files.ts";

/** With it every such record begins. */
const FIRST = "0001_foundation.sql";
/** The oldest that such a record may end with. */
export const OLDEST = "0049_keys_in_notices.sql";

/**
 * @param record the applied migrations in order
 * @param tooOld says that the record ends before the oldest
 * @returns undefined when there is nothing to take over; otherwise the record from the oldest on, and the migrations from
 *   there to today, of which the first makes the schema of that time
 * @throws LastingError when the record is too old
 */
export async function planTakeover(
  record: readonly Applied[],
  folder: URL,
  tooOld: (last: string) => string,
): Promise<{ applied: Applied[]; migrations: Migration[] } | undefined> {
  if (record[0]?.name !== FIRST) return undefined;
  const from = record.findIndex(({ name }) => name === OLDEST);
  if (from < 0) throw new LastingError(tooOld(record.at(-1)?.name ?? ""));
  const applied = record.slice(from);
  const takeover = new URL("takeover/", folder);
  const read = (name: string) => readMigration(name, takeover);
  const steps = (await readdir(takeover)).filter((name) => /^\d/.test(name)).sort();
  const [schema, ...since] = await knownMigrations(folder);
  if (!schema) throw new Error("There are no migrations.");
  return {
    applied,
    migrations: [
      { ...(await read("from_0049.sql")), ...applied[0] },
      ...(await Promise.all(steps.map(read))),
      { ...(await read("documents.sql")), isRepeated: true },
      // Recorded like the schema of a new database.
      { ...schema, sql: (await read("to_0057_schema.sql")).sql },
      ...since,
    ],
  };
}
