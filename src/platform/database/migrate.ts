/** Brings a database's schema up to the code: numbered SQL files, each applied once, whole or not at all. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { ClientBase, DatabaseError, Pool } from "pg";
import { liftTimeouts } from "./db.ts";

/** Processes that start together take this advisory lock in turn. */
const MIGRATION_LOCK = 7_305_211_001;
/** So long, in milliseconds, a migration waits for a table that somebody uses, a backup above all: all who come later wait behind it. */
const TABLE_LOCK_TIMEOUT = 2000;
/** Then it lets them pass, for so long, and tries again. */
const TABLE_LOCK_PAUSE = 1000;
/** How often: for about ten minutes. */
const TABLE_TRIES = 200;
const LOCK_NOT_AVAILABLE = "55P03";

export interface Migration {
  /** As the file is called: `0001_foundation.sql`. */
  name: string;
  sql: string;
  checksum: string;
}

/** The schema cannot be brought up to the code; the message says why and what to do. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

/**
 * Applies the migrations that the database lacks, in order, each in its own transaction. Safe to run from several
 * processes at once. A file must not end its transaction itself.
 * @param pool as `Database.direct`
 * @param folder the folder of the files, named `NNNN_name.sql` and numbered from 0001 without gaps
 * @returns the names of the files applied now
 * @throws MigrationError when a file fails (it then left nothing), when an applied one was changed since, or when
 *   the database has migrations that the folder lacks
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
    // Closing the connection gives the lock and the settings back, whatever happened.
    client.release(true);
  }
}

/**
 * The migrations that a database lacks, in order; nothing is changed.
 * @throws MigrationError when an applied one was changed since, or when the database has one that the folder lacks
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
  const { rows: applied } = await client.query<Migration>(
    "select name, checksum from schema_migrations order by name",
  );
  applied.forEach((record, index) => {
    checkApplied(record, migrations[index]);
  });
  return migrations.slice(applied.length);
}

/** Makes the table that says which migrations a database has. */
export async function makeRecord(client: ClientBase): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`);
}

/** Makes whoever migrates wait until this connection ends. */
export async function lockMigrations(client: ClientBase): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
}

/** The migrations of a folder, in order. @throws MigrationError when a file's name breaks the order */
export async function knownMigrations(folder: URL): Promise<Migration[]> {
  const base = folder.href.endsWith("/") ? folder : new URL(`${folder.href}/`);
  const names = (await readdir(base)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = String(index + 1).padStart(4, "0");
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name) || !name.startsWith(number)) {
        throw new MigrationError(
          `Migration ${name}: expected ${number}_name.sql, numbered without gaps or repeats.`,
        );
      }
      // The same file may be checked out with other line ends.
      const sql = (await readFile(new URL(name, base), "utf8")).replaceAll("\r\n", "\n");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

function checkApplied(applied: Pick<Migration, "name" | "checksum">, migration: Migration | undefined): void {
  if (applied.name !== migration?.name) {
    throw new MigrationError(
      `The database is newer than this version of Prompteca: it has migration ${applied.name}, which is unknown ` +
        "here. Start the version that applied it, or restore a backup made before.",
    );
  }
  if (applied.checksum !== migration.checksum) {
    throw new MigrationError(
      `Migration ${applied.name} was changed after the database applied it. Put the file back as it was, and make ` +
        "the change in a new migration.",
    );
  }
}

async function apply(client: ClientBase, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query(`begin; set local lock_timeout = ${TABLE_LOCK_TIMEOUT}`);
    try {
      await applyMigration(client, migration);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      const { code } = ((error as Error).cause ?? error) as DatabaseError;
      if (code !== LOCK_NOT_AVAILABLE || attempt === TABLE_TRIES) throw error;
      await delay(TABLE_LOCK_PAUSE);
    }
  }
}

/** Applies one in the caller's transaction. @throws MigrationError when it fails */
export async function applyMigration(client: ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql);
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
  } catch (error) {
    const { message, position } = error as DatabaseError;
    const line = position ? `, line ${sql.slice(0, Number(position)).split("\n").length}` : "";
    throw new MigrationError(`Migration ${name}${line}: ${message}. Nothing of it was applied.`, {
      cause: error,
    });
  }
}
