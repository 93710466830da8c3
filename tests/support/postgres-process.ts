/** A process that starts PostgreSQL in a given folder, for tests that kill it. */
import { once } from "node:events";
import { startPostgres } from "#platform/postgres/postgres.ts";

const [dataDir = ""] = process.argv.slice(2);
try {
  const postgres = await startPostgres({ dataDir });
  process.send?.({ connection: postgres.connection });
  await once(process, "message");
  await postgres.stop();
} catch (error) {
  process.send?.({ refused: (error as Error).message });
}
process.disconnect?.();
