/** Migrates the database's schema: numbered SQL files, each applied once in a transaction. */

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { ClientBase, DatabaseError, Pool } from "pg";
import { OperatorError } from "#platform/operator-error.ts";
import { liftTimeouts } from "./db.ts";

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

export interface Migration {
  /** File name: `0001_foundation.sql`. */
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Applies the missing migrations in order, each in a transaction of its own. Safe to run in several processes at once.
 * A file must not end its transaction itself.
 * @param pool `Database.direct`
 * @param folder folder of the files, named `NNNN_name.sql` and numbered from 0001 without gaps
 * @returns the names of the applied files
 * @throws OperatorError when a file fails (it is rolled back), when an applied one has changed, or when the database
 *   has migrations that the folder lacks
 */
export async function migrate(pool: Pool, folder: URL): Promise<string[]> {
  const client = await pool.connect();
  try {
    await liftTimeouts(client);
    await lockMigrations(client);
    await makeRecord(client);
    const missing = await missingMigrations(client, folder);
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ name }) => name);
  } finally {
    // Closing the connection releases the lock and drops the settings in every case.
    client.release(true);
  }
}

/**
 * Returns the missing migrations in order, without applying them.
 * @throws OperatorError when an applied one has changed, or when the database has one that the folder lacks
 */
export async function missingMigrations(
  client: Pick<ClientBase, "query">,
  folder: URL,
): Promise<Migration[]> {
  const migrations = await knownMigrations(folder);
  const { rowCount: recorded } = await client.query(
    "select where to_regclass('schema_migrations') is not null",
  );
  if (!recorded) return migrations;
  const applied = await appliedMigrations(client);
  for (const [index, record] of applied.entries()) checkApplied(record, migrations[index]);
  return migrations.slice(applied.length);
}

type Applied = Pick<Migration, "name" | "checksum">;

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

/** Reads the migrations of a folder in order. @throws OperatorError when a file's name breaks the numbering */
export async function knownMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = String(index + 1).padStart(4, "0");
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name) || !name.startsWith(number)) {
        throw new OperatorError(
          `Migration ${name}: expected ${number}_name.sql, numbered without gaps or repeats.`,
        );
      }
      // Git may check out the same file with different line endings.
      const sql = (await readFile(new URL(name, folder), "utf8")).replaceAll("\r\n", "\n");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

function checkApplied(applied: Applied, migration: Migration | undefined): void {
  if (applied.name !== migration?.name) {
    throw new OperatorError(
      `The database is newer than this version of Prompteca: it has migration ${applied.name}, which is unknown ` +
        "here. Start the version that applied it, or restore a backup made before.",
    );
  }
  if (applied.checksum !== migration.checksum) {
    throw new OperatorError(
      `Migration ${applied.name} was changed after the database applied it. Put the file back as it was, and make ` +
        "the change in a new migration.",
    );
  }
}

async function apply(client: ClientBase, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query(`begin; set local lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`);
    try {
      await applyMigration(client, migration);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      const { code = "" } = ((error as Error).cause ?? error) as DatabaseError;
      if (!RETRIED_STATES.includes(code) || attempt === MAX_TABLE_LOCK_ATTEMPTS) throw error;
      await delay(TABLE_LOCK_PAUSE_MS);
    }
  }
}

/** Applies a migration in the caller's transaction. @throws OperatorError when it fails */
export async function applyMigration(client: ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql);
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
  } catch (error) {
    const { message, position } = error as DatabaseError;
    const line = position ? `, line ${sql.slice(0, Number(position)).split("\n").length}` : "";
    throw new OperatorError(`Migration ${name}${line}: ${message}. Nothing of it was applied.`, {
      cause: error,
    });
  }
}
