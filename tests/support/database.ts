/** A database for one test file: a clone of the migrated template. */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, inject } from "vitest";
import { type Database, openDatabase } from "#platform/database/db.ts";
import { closedAtEnd } from "./left-open.ts";

export interface TestDatabase extends Database {
  /** Options for further connections. */
  connection: { host: string; port: number; user: string; database: string };
  /** The same as a URL, for DATABASE_URL. */
  url: string;
  /** Closes the pools, terminates all other connections, and drops the database. */
  close(): Promise<void>;
}

/**
 * Clones the migrated database.
 * @param options.empty creates a database without tables instead
 * @example
 * const database = await createTestDatabase();
 * afterAll(database.close);
 */
export const createTestDatabase = ({ empty = false } = {}): Promise<TestDatabase> =>
  closedAtEnd(() => create(empty));

async function create(empty: boolean): Promise<TestDatabase> {
  const { connection: server, template } = inject("postgres");
  const name = `test_${randomBytes(8).toString("hex")}`;
  // Without the log of every page, cloning takes half of the time.
  await administer(
    `create database ${name} template ${empty ? "template0" : template} strategy file_copy owner ${server.user}`,
  );
  const connection = { ...server, database: name };
  // On a busy machine, more takes longer than the site's own timeouts.
  const timeouts = { statement: 30_000, connect: 30_000 };
  const { close, ...database } = await openDatabase(connection, { max: 10, timeouts });
  const address = new URL(`postgres://${server.user}@localhost/${name}`);
  address.search = new URLSearchParams({ host: server.host, port: String(server.port) }).toString();
  return {
    connection,
    url: address.href,
    ...database,
    async close() {
      await close();
      await administer(`drop database if exists ${name} with (force)`);
    },
  };
}

/**
 * Waits until connections to the same database wait for a lock. Other test files have such in their databases.
 * @param pool not a connection in a transaction: PostgreSQL would answer it the same each time
 */
export async function untilWaiting(pool: pg.Pool, connections = 1): Promise<void> {
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBeGreaterThanOrEqual(connections);
}

/**
 * Locks rows as a transaction of another process would, until it is released.
 * @param query locks or changes them; the id is its `$1`
 */
export async function lockRows(pool: pg.Pool, query: string, id: unknown) {
  const client = await pool.connect();
  await client.query("begin");
  await client.query(query, [id]);
  let isHeld = true;
  return {
    client,
    /** May be called again, such as by the end of a test. */
    async release() {
      if (!isHeld) return;
      isHeld = false;
      await client.query("commit");
      client.release();
    },
  };
}

/** Runs a statement as the server's superuser, outside of the tests' databases. */
export async function administer(statement: string): Promise<void> {
  await queryOnce(inject("postgres").admin, statement);
}

/** Takes a test's database away from all who use it, until it is given back. */
export async function takeAway(database: string): Promise<void> {
  await administer(`alter database ${database} allow_connections false`);
  await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
}

export async function giveBack(database: string): Promise<void> {
  await administer(`alter database ${database} allow_connections true`);
}

/** Runs a statement on a connection of its own. @returns its rows */
export async function queryOnce<Row extends object>(
  connection: pg.ClientConfig,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client(connection);
  // A server that is killed meanwhile must not end the tests.
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
