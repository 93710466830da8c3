/** One PostgreSQL for the whole test run, in a temporary folder, with the migrated database that tests clone. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#platform/db.ts";
import { migrate } from "#platform/migrate.ts";
import { SUPERUSER } from "#platform/postgres/cluster.ts";
import { type Postgres, startPostgres } from "#platform/postgres/postgres.ts";
import { makeTestFolder, removeAbandonedFolders } from "./folders.ts";

const TEMPLATE = "template_migrated";

type Connection = Postgres["connection"];

declare module "vitest" {
  export interface ProvidedContext {
    /** How the site connects, how an administrator does, and what to clone. */
    postgres: { connection: Connection; admin: Connection; template: string };
  }
}

/** @returns what to do when the run is over */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandonedFolders();
  const folder = await makeTestFolder();
  let postgres: Postgres | undefined;
  async function teardown() {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
  try {
    postgres = await startPostgres({ dataDir: join(folder, "postgres") });
    const { connection } = postgres;
    const admin = { ...connection, user: SUPERUSER, database: "postgres" };
    await makeTemplate(connection, admin);
    project.provide("postgres", { connection, admin, template: TEMPLATE });
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}

async function makeTemplate(connection: Connection, admin: Connection): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  // Nothing of a test run has to survive a power cut.
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) {
    await client.query(`alter system set ${setting} = off`);
  }
  await client.query("select pg_reload_conf()");
  await client.query(`create database ${TEMPLATE} owner ${connection.user}`);
  const { pool, close } = await openDatabase({ ...connection, database: TEMPLATE }, { max: 1 });
  await migrate(pool, new URL("../../migrations/", import.meta.url));
  await close();
  await client.query(`alter database ${TEMPLATE} with allow_connections false`);
  await client.end();
}
