/** A process that starts PostgreSQL in a given folder, for tests that kill it. It ends when the test tells it to, or ends. */
import { once } from "node:events";
import { startPostgres } from "#platform/postgres/postgres.ts";

const [dataDir = ""] = process.argv.slice(2);
try {
  const postgres = await startPostgres({ dataDir });
  process.send?.({ connection: postgres.connection });
  await Promise.race([once(process, "message"), once(process, "disconnect")]);
  await postgres.stop();
} catch (error) {
  process.send?.({ refused: (error as Error).message });
}
if (process.connected) process.disconnect?.();
