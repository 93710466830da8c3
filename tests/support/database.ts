/**
 * A database for one test file: a clone of the migrated template. It is left to the end of the run, when the server goes with
 * all of them: dropping hundreds of files makes the file system slow at making the next hundreds.
 */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Database, openDatabase } from "#platform/database/db.ts";

export interface TestDatabase extends Database {
  /** For what opens connections of its own. */
  connection: { host: string; port: number; user: string; database: string };
  /** The same as an address, for DATABASE_URL. */
  url: string;
  /** Closes the pool, and everybody else's connections. */
  close(): Promise<void>;
}

/**
 * Clones the migrated database.
 * @param options.empty gives one without any table instead
 * @example
 * const database = await createTestDatabase();
 * afterAll(database.close);
 */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const { connection: server, template } = inject("postgres");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(`create database ${name} template ${empty ? "template0" : template} owner ${server.user}`);
  const connection = { ...server, database: name };
  const { close, ...database } = await openDatabase(connection, { max: 10 });
  const address = new URL(`postgres://${server.user}@localhost/${name}`);
  address.search = new URLSearchParams({ host: server.host, port: String(server.port) }).toString();
  return {
    connection,
    url: address.href,
    ...database,
    async close() {
      await close();
      await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    },
  };
}

/** Runs one statement outside every test's database. */
async function administer(statement: string): Promise<void> {
  const client = new pg.Client(inject("postgres").admin);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
