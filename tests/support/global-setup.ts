/** One PostgreSQL server for the whole test run, in a temporary folder, with the migrated database that tests clone. */
import { readFileSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { PgBoss } from "pg-boss";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#platform/database/db.ts";
import { migrate } from "#platform/database/migrate.ts";
import { SUPERUSER } from "#platform/postgres/cluster.ts";
import { type Postgres, startPostgres } from "#platform/postgres/postgres.ts";
import { makeTestFolder, removeAbandoned } from "./folders.ts";

const TEMPLATE = "template_migrated";

type Connection = Postgres["connection"];

declare module "vitest" {
  export interface ProvidedContext {
    /** Connection options of the site and of the superuser, and the database to clone. */
    postgres: { connection: Connection; admin: Connection; template: string };
  }
}

export const setup = (project: TestProject) => provideServer(project);

/**
 * @param makeCluster creates a cluster of another version, and returns the folder of its programs
 * @returns the teardown function
 */
export async function provideServer(
  project: TestProject,
  makeCluster?: (dataDir: string) => Promise<string>,
): Promise<() => Promise<void>> {
  await removeAbandoned();
  const folder = await makeTestFolder();
  const dataDir = join(folder, "postgres");
  // An interrupted run has no teardown.
  const interrupted = () => killServer(dataDir, folder);
  process.once("exit", interrupted);
  let postgres: Postgres | undefined;
  async function teardown() {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
    process.off("exit", interrupted);
  }
  try {
    const programs = await makeCluster?.(dataDir);
    postgres = await startPostgres({ dataDir, ...(programs && { programs }) });
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

function killServer(dataDir: string, folder: string): void {
  try {
    const [pid, , , , socketDir = ""] = readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n");
    process.kill(Number(pid), "SIGQUIT");
    rmSync(socketDir, { recursive: true, force: true });
  } catch {
    // It is not running.
  }
  rmSync(folder, { recursive: true, force: true });
}

async function makeTemplate(connection: Connection, admin: Connection): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  // Tests need no durability and no vacuum.
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes", "autovacuum"]) {
    await client.query(`alter system set ${setting} = off`);
  }
  await client.query("select pg_reload_conf()");
  await client.query(`create database ${TEMPLATE} owner ${connection.user}`);
  const { pool, close } = await openDatabase({ ...connection, database: TEMPLATE }, { max: 1 });
  await migrate(pool, new URL("../../migrations/", import.meta.url));
  await close();
  // The jobs make their schema at their first start; in the clones it is there.
  const boss = new PgBoss({ ...connection, database: TEMPLATE, supervise: false, schedule: false });
  await boss.start();
  await boss.stop();
  await client.query(`alter database ${TEMPLATE} with allow_connections false`);
  await client.end();
}
