/**
 * Finds statements of the site that do not match the migrated schema, or use tables of other rooms. It asks the oldest
 * supported PostgreSQL; tests/statements/statements.test.ts asks the bundled one.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#platform/database/db.ts";
import { migrate } from "#platform/database/migrate.ts";
import { startPostgres } from "#platform/postgres/postgres.ts";
import { checkStatements } from "#tests/statements/check.ts";
import { makeOldestCluster } from "#tests/support/oldest-postgres.ts";

const folder = await mkdtemp(join(tmpdir(), "prompteca-statements-"));
const dataDir = join(folder, "postgres");
const postgres = await startPostgres({ dataDir, programs: await makeOldestCluster(dataDir) });
try {
  const { pool, close } = await openDatabase(postgres.connection, { max: 2 });
  await migrate(pool, new URL("../migrations/", import.meta.url));
  await close();
  for (const problem of await checkStatements(postgres.connection)) {
    console.error(problem);
    process.exitCode = 1;
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
