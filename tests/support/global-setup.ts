/** One PostgreSQL for the whole test run, in a temporary folder, with the migrated database that tests clone. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#platform/db.ts";
import { migrate } from "#platform/migrate.ts";
import { type Postgres, startPostgres } from "#platform/postgres/postgres.ts";

const TEMPLATE = "template_migrated";
const PREFIX = "prompteca-tests-";

declare module "vitest" {
  export interface ProvidedContext {
    postgres: { connection: Postgres["connection"]; template: string };
  }
}

/** @returns what to do when the run is over */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  let postgres: Postgres | undefined;
  async function teardown() {
    await postgres?.stop();
    await removeFolder();
  }
  try {
    postgres = await startPostgres({ dataDir: join(folder, "postgres") });
    await makeTemplate(postgres.connection);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide("postgres", { connection: postgres.connection, template: TEMPLATE });
  return teardown;
}

async function makeTemplate(connection: Postgres["connection"]): Promise<void> {
  const admin = new pg.Client(connection);
  await admin.connect();
  // Nothing of a test run has to survive a power cut.
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) {
    await admin.query(`alter system set ${setting} = off`);
  }
  await admin.query("select pg_reload_conf()");
  await admin.query(`create database ${TEMPLATE}`);
  const { pool, close } = await openDatabase({ ...connection, database: TEMPLATE }, { max: 1 });
  await migrate(pool, new URL("../../migrations/", import.meta.url));
  await close();
  await admin.query(`alter database ${TEMPLATE} with allow_connections false is_template true`);
  await admin.end();
}

/** Servers and folders of test runs that were killed. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const runner = Number.parseInt(name.slice(PREFIX.length), 10);
    if (isAlive(runner)) continue;
    const dataDir = join(tmpdir(), name, "postgres");
    const postgres = await startPostgres({ dataDir }).catch(() => undefined);
    await postgres?.stop();
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
