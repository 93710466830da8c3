/** Migrates the database's schema: numbered SQL files, each applied once in a transaction. */

import { setTimeout as delay } from "node:timers/promises";
import type { ClientBase, DatabaseError, Pool } from "pg";
import { LastingError, OperatorError } from "#platform/operator-error.ts";
import { liftTimeouts } from "./db.ts";
import { type Applied, knownMigrations, type Migration } from "./migration-files.ts";
import { OLDEST, planTakeover } from "./takeover.ts";

/** Key of the advisory lock: of several processes that start together, one migrates at a time. */
const MIGRATION_LOCK = 7_305_211_001;
/**
 * Milliseconds that a migration waits for a table lock, which a backup in particular may hold. Later statements on the
 * table queue behind the migration.
 */
const TABLE_LOCK_TIMEOUT_MS = 2000;
/** Pause before the next attempt, in milliseconds, in which those statements run. */
const TABLE_LOCK_PAUSE_MS = 1000;
/** Maximum number of attempts: about ten minutes. */
const MAX_TABLE_LOCK_ATTEMPTS = 200;
/** SQLSTATEs after which a migration begins again: a lock not available, a deadlock. */
const RETRIED_STATES: readonly string[] = ["55P03", "40P01"];

/**
 * Applies the missing migrations in order, each in a transaction of its own. Safe to run in several processes at once.
 * A file must not end its transaction itself.
 * @param pool `Database.direct`
 * @param folder folder of the migrations
 * @returns the names of the applied migrations
 * @throws OperatorError when one fails (it is rolled back), when an applied one has changed, when the database has
 *   migrations that the folder lacks, or is too old
 */
export async function migrate(pool: Pool, folder: URL): Promise<string[]> {
  const client = await pool.connect();
  try {
    await liftTimeouts(client);
    await lockMigrations(client);
    await makeRecord(client);
    const missing = await missingMigrations(client, folder);
    for (const migration of missing) while (await apply(client, migration)) {}
    return missing.map(({ name }) => name);
  } finally {
    // Closing the connection releases the lock and drops the settings in every case.
    client.release(true);
  }
}

/** Returns the missing migrations in order, without applying them. @throws OperatorError as `migrate` */
export async function missingMigrations(
  client: Pick<ClientBase, "query">,
  folder: URL,
): Promise<Migration[]> {
  const { rowCount: recorded } = await client.query(
    "select where to_regclass('schema_migrations') is not null",
  );
  const record = recorded ? await appliedMigrations(client) : [];
  return (await planMigrations(record, folder, DATABASE)).missing;
}

/** Sentences about a record of applied migrations that does not fit those of the folder, each with a migration's name. */
interface Refusals {
  newer(unknown: string): string;
  changed(name: string): string;
  tooOld(last: string): string;
}

const DATABASE: Refusals = {
  newer: (unknown) =>
    `The database is newer than this version of Prompteca: it has migration ${unknown}, which is unknown here. ` +
    "Start the version that applied it, or restore a backup made before.",
  changed: (name) =>
    `Migration ${name} was changed after the database applied it. Put the file back as it was, and make the ` +
    "change in a new migration.",
  tooOld: (last) =>
    `The database is too old for this version of Prompteca: its last migration is ${last}. Start a version first ` +
    `that brings it up to ${OLDEST}.`,
};

/**
 * Compares a record of applied migrations with those of a folder.
 * @returns what makes the recorded schema in an empty database, and what that lacks
 * @throws LastingError when the record is newer, of other files, or too old
 */
export async function planMigrations(
  record: Applied[],
  folder: URL,
  refusals: Refusals,
): Promise<{ made: Migration[]; missing: Migration[] }> {
  const { applied, migrations } = (await planTakeover(record, folder, refusals.tooOld)) ?? {
    applied: record,
    migrations: await knownMigrations(folder),
  };
  for (const [index, { name, checksum }] of applied.entries()) {
    const known = migrations[index];
    if (known?.name !== name) throw new LastingError(refusals.newer(name));
    if (known.checksum !== checksum) throw new LastingError(refusals.changed(name));
  }
  return { made: migrations.slice(0, applied.length), missing: migrations.slice(applied.length) };
}

/** Reads the record of applied migrations in order. */
export async function appliedMigrations(client: Pick<ClientBase, "query">): Promise<Applied[]> {
  return (await client.query<Applied>("select name, checksum from schema_migrations order by name")).rows;
}

/** Creates the table of applied migrations. */
export async function makeRecord(client: ClientBase): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`);
}

/** Takes the migration lock; other processes wait until this connection ends. */
export async function lockMigrations(client: ClientBase): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
}

/** Applies a migration in a transaction of its own. @returns whether it is to be applied once more */
async function apply(client: ClientBase, migration: Migration): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    await client.query(`begin; set local lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`);
    try {
      const more = await applyMigration(client, migration);
      await client.query("commit");
      return more;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      const { code = "" } = ((error as Error).cause ?? error) as DatabaseError;
      if (!RETRIED_STATES.includes(code) || attempt === MAX_TABLE_LOCK_ATTEMPTS) throw error;
      await delay(TABLE_LOCK_PAUSE_MS);
    }
  }
}

/**
 * Applies a migration in the caller's transaction.
 * @returns whether it is to be applied once more
 * @throws OperatorError when it fails
 */
export async function applyMigration(
  client: ClientBase,
  { name, sql, checksum, isRepeated = false }: Migration,
): Promise<boolean> {
  try {
    const { rows } = await client.query<{ more?: boolean }>(sql);
    if (isRepeated) return rows[0]?.more === true;
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
    return false;
  } catch (error) {
    const { message, position } = error as DatabaseError;
    const line = position ? `, line ${sql.slice(0, Number(position)).split("\n").length}` : "";
    throw new OperatorError(`Migration ${name}${line}: ${message}. Nothing of it was applied.`, {
      cause: error,
    });
  }
}
